// SPDX-License-Identifier: GPL-3.0-or-later
// eigen [last|shape]: matrices of Eigen's, of sizes that are part of the type or of the value. "last": one element far
// from the first differs; "shape": the same elements, in another form. Look at them in inspect().

#include <Eigen/Dense>

#include <cstdio>
#include <cstring>

static void inspect(const char* where)
{
    const bool last = std::strcmp(where, "last") == 0;
    const bool shape = std::strcmp(where, "shape") == 0;
    Eigen::Matrix<int, 2, 3> fixed;
    fixed << 1, 2, 3, 4, 5, 6;
    Eigen::Matrix<int, 2, 3, Eigen::RowMajor> byRows = fixed;
    Eigen::MatrixXd dynamic = fixed.cast<double>();
    Eigen::Matrix<float, Eigen::Dynamic, 2> tall(3, 2);
    tall << 1, 2, 3, 4, 5, 6;
    Eigen::Matrix<float, 2, Eigen::Dynamic, Eigen::RowMajor> wide = tall.transpose();
    Eigen::Matrix<int, Eigen::Dynamic, Eigen::Dynamic, 0, 4, 4> bounded = fixed;
    Eigen::Vector3d vector(0.5, 1.5, 2.5);
    Eigen::RowVectorXi row = Eigen::RowVectorXi::LinSpaced(4, 1, 4);
    Eigen::ArrayXXf array = Eigen::ArrayXXf::Constant(2, 2, 0.25F);
    Eigen::MatrixXd empty;
    Eigen::MatrixXd large = Eigen::MatrixXd::Zero(shape ? 50 : 100, shape ? 200 : 100);
    large(large.rows() - 1, large.cols() - 1) += last;
    Eigen::VectorXd lengthy = Eigen::VectorXd::Zero(5000);
    lengthy(4999) += last;
    const Eigen::MatrixXd& reference = dynamic;
    std::fflush(stdout); // here the values are looked at
    std::printf("%d %d %g %g %g %d %g %d %g %ld %g %g %g\n", fixed(0), byRows(0), dynamic(0), tall(0), wide(0),
                bounded(0), vector(0), row(0), array(0), long(empty.rows()), large(0), lengthy(0), reference(0));
}

int main(int argc, char** argv)
{
    inspect(argc > 1 ? argv[1] : "");
    return 0;
}
