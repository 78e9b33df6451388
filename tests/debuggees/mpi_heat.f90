! SPDX-License-Identifier: GPL-3.0-or-later
! A Fortran job as they are: modules, derived types with allocatable components, contained and external procedures,
! optional arguments. Each rank's values tell whose they are; `wide` differs in its last element, in rank 2 only.
! `mpi_heat crash` aborts in the innermost procedure, `mpi_heat wait` says "waiting" there and stays.
module field_mod
   implicit none
   integer, parameter :: dp = kind(1d0)
   type :: field
      integer :: nx = 0
      real(dp), allocatable :: u(:, :)
      character(len=:), allocatable :: label
      real(dp), allocatable :: never(:)
   end type field
   integer :: steps = 0
   character(len=8) :: mode = ' '
contains
   subroutine relax(f, omega, offset)
      type(field), intent(inout) :: f
      real(dp), intent(in) :: omega
      real(dp), intent(in), optional :: offset
      integer :: i, j
      real(dp) :: wide(5000), total_wide
      i = 0
      wide = 1.5_dp
      if (f%label == 'rank 2') wide(5000) = 2.5_dp
      do j = lbound(f%u, 2), ubound(f%u, 2)
         do i = 1, f%nx
            f%u(i, j) = f%u(i, j)*omega + i
         end do
      end do
      total_wide = sum(wide)
      steps = steps + 1
      call report(f, total_wide)
      if (present(offset)) f%u = f%u + offset
   contains
      subroutine report(g, total)
         type(field), intent(in) :: g
         real(dp), intent(in) :: total
         integer :: seen
         seen = steps + i
         if (total < 0) print *, g%label, seen
         if (mode == 'crash') call abort()
         if (mode == 'wait') then
            print '(a)', 'waiting'
            flush (6)
            do while (mode == 'wait')
               call sleep(1)
            end do
         end if
      end subroutine report
   end subroutine relax
end module field_mod

subroutine external_one(n)
   implicit none
   integer, intent(inout) :: n
   n = n + 1
end subroutine external_one

program heat
   use field_mod
   implicit none
   include 'mpif.h'
   type(field) :: mine
   integer :: rank, ierr, k
   call get_command_argument(1, mode)
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   mine%nx = 4
   mine%label = 'rank '//achar(48 + rank)
   allocate (mine%u(4, 0:2))
   mine%u = real(rank, dp)
   do k = 1, 3
      call relax(mine, 0.5_dp)
   end do
   call external_one(k)
   call MPI_Finalize(ierr)
end program heat
