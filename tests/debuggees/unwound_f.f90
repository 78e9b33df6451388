! SPDX-License-Identifier: GPL-3.0-or-later
! Calls of Fortran, for stacks: procedures of a module, and within others; the library's input and output.
module solver_mod
contains
  subroutine relax(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    do i = 1, n
      call inner(i)
    end do
  contains
    subroutine inner(k)
      integer, intent(in) :: k
      a(k) = half(a(k)) + real(k)
    end subroutine
  end subroutine
  pure real function half(x)
    real, intent(in) :: x
    half = x / 2
  end function
end module
program heat
  use solver_mod
  implicit none
  real :: a(4)
  a = 1.0
  call relax(a, 4)
  print *, sum(a)
end program
