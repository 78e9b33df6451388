! SPDX-License-Identifier: GPL-3.0-or-later
! A Fortran job for the window: arrays behind descriptors, and variables that have no value. With -O2 some have none,
! because the compiler keeps them nowhere.
module field_mod
   implicit none
   integer, parameter :: dp = kind(1d0)
   type :: field
      integer :: nx = 0
      real(dp), allocatable :: u(:, :)
      real(dp), pointer :: next(:) => null()
      character(len=:), allocatable :: label
   end type field
contains
   subroutine relax(f, a, omega, offset)
      type(field), intent(inout) :: f
      real(dp), intent(inout) :: a(:)
      real(dp), intent(in) :: omega
      real(dp), intent(in), optional :: offset
      real(dp), allocatable :: work(:)
      real(dp), pointer :: nearest(:)
      integer :: i
      real(dp) :: over
      nearest => null()
      over = f%u(1, 1)**0.3_dp
      if (over > 100) a(1) = 0 ! and is never used again
      do i = 1, f%nx
         a(i) = a(i)*omega + f%u(i, 1)
      end do
      if (present(offset)) a = a + offset
      call flush (6) ! registers are used
      call tell(i) ! all is set
      if (allocated(work) .or. associated(nearest)) print *, work(1), nearest(1)
   end subroutine relax
   subroutine tell(i)
      integer, intent(in) :: i
      if (i < 0) print *, i
   end subroutine tell
end module field_mod

program heat
   use field_mod
   implicit none
   include 'mpif.h'
   type(field) :: mine
   real(dp) :: a(250)
   integer :: rank, ierr, step
   call MPI_Init(ierr)
   call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
   mine%nx = 4
   mine%label = 'rank '//achar(48 + rank)
   allocate (mine%u(4, 0:2))
   mine%u = rank + 0.5_dp
   a = 1
   do step = 1, 3
      call relax(mine, a, 0.5_dp)
   end do
   print *, 'a(2) is ', nint(a(2)*1000)
   call MPI_Finalize(ierr)
end program heat
