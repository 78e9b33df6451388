! SPDX-License-Identifier: GPL-3.0-or-later
! A rank of a small computation in Fortran that stops itself with all its variables set: for what evaluating in many
! ranks costs. Its arrays are behind descriptors.
module sums_mod
   implicit none
   interface
      subroutine stop_here() bind(C)
      end subroutine
   end interface
contains
   subroutine work(field, series)
      real(8), intent(inout) :: field(:, :)
      real(8), allocatable, intent(inout) :: series(:)
      field(7, 3) = sum(series)/1000
      call stop_here()
      print *, field(7, 3), series(1)
   end subroutine
end module

program sums_f
   use sums_mod
   implicit none
   real(8) :: field(10, 10)
   real(8), allocatable :: series(:)
   field = 1.5d0
   allocate (series(1000000))
   series = 0.5d0
   call work(field, series)
end program
