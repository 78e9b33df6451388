! SPDX-License-Identifier: GPL-3.0-or-later
! As moves.cpp, in Fortran: functions that give values of several types, and what came of each.
module shapes
contains
  integer function count_of(n)
    integer, intent(in) :: n
    count_of = n
  end function
  real(8) function area(side)
    real(8), intent(in) :: side
    area = side * side
  end function
  logical function is_large(n)
    integer, intent(in) :: n
    is_large = n > 100
  end function
  function name_of(n) result(name)
    integer, intent(in) :: n
    character(len=8) :: name
    write (name, '(i8)') n
  end function
  subroutine nothing(n)
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
end module

program moves
  use shapes
  integer :: many, left
  real(8) :: wide
  logical :: large
  character(len=8) :: called
  left = 3
  many = count_of(3)
  wide = area(3.0d0)
  large = is_large(3)
  called = name_of(3)
  call nothing(left)
  print *, many, wide, large, called, left ! what came of it
end program
