! SPDX-License-Identifier: GPL-3.0-or-later
! Outlined bodies of OpenMP: shared, private, firstprivate, reduction, arrays, what the encloser imports. Built with
! -fopenmp; one thread, so that stops are those of the first. `n` is 3: compilers do not know.
module omp_data
   implicit none
   integer :: imported = 808
   integer :: per_thread = 5
   !$omp threadprivate(per_thread)
end module

program openmp
   use omp_data
   implicit none
   integer :: n
   n = 3 + command_argument_count()
   call regions(n, [1.5d0, 2.5d0, 3.5d0])
contains
   subroutine regions(n, x)
      integer, intent(in) :: n
      real(8), intent(in) :: x(:)
      real(8) :: total
      integer :: i, mine, copied, shared_one, list(4)
      character(len=3) :: word
      integer, allocatable :: heap(:)
      total = 100
      copied = 20*n
      shared_one = 7
      list = [1, 2, 3, 4]
      allocate (heap(3))
      heap(:) = [5, 6, 7]
      word = 'omp'
      !$omp parallel num_threads(1) private(mine) firstprivate(copied, list) reduction(+:total)
      mine = 11*n
      copied = copied + 1
      per_thread = per_thread + n
      !$omp do
      do i = 1, n
         total = total + x(i)*mine
         if (i == n) call flush(6) ! stop: loop
      end do
      !$omp end do
      shared_one = shared_one + imported
      list(2) = 22
      heap(1) = heap(1) + 1
      call flush(6) ! stop: parallel
      print *, total, mine, copied, shared_one, list, heap, word, per_thread
      !$omp end parallel
      !$omp task firstprivate(copied) shared(shared_one)
      shared_one = shared_one + copied
      call flush(6) ! stop: task
      print *, shared_one, copied
      !$omp end task
      !$omp taskwait
      print *, total, shared_one, list
   end subroutine
end program
