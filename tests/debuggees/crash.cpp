// SPDX-License-Identifier: GPL-3.0-or-later
// Dies of SIGSEGV three calls below main.

struct Matrix
{
    int rows = 3;
    double* cells = nullptr;
};

static void fill(Matrix& matrix)
{
    matrix.cells[matrix.rows] = 1.0;
}

static void prepare(Matrix& matrix)
{
    fill(matrix);
}

int main()
{
    Matrix matrix;
    prepare(matrix);
    return 0;
}
