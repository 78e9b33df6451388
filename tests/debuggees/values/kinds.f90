! SPDX-License-Identifier: GPL-3.0-or-later
! Intrinsic types of every kind: locals, dummies by reference and by value, results, parameters, and numbers at the ends
! of what a kind can hold. `n` is 3: compilers do not know, since it depends on the command line.
module kind_tools
   implicit none
   integer, parameter :: answer = 42
   real(8), parameter :: pi = 3.141592653589793d0
   integer, parameter :: triple(3) = [10, 20, 30]
contains
   subroutine integers(n)
      integer, intent(in) :: n
      integer(1) :: i1
      integer(2) :: i2
      integer(4) :: i4
      integer(8) :: i8
      integer(16) :: i16
      integer :: loc ! named like an intrinsic
      i1 = int(-n - 4, 1)
      i2 = int(-300*n, 2)
      i4 = 100000*n
      i8 = -5000000000_8*n
      i16 = 170141183460469231731687303715884105727_16/n
      loc = 77 + n
      call flush(6) ! stop: integers
      print *, i1, i2, i4, i8, i16, loc
      i1 = -huge(i1) - int(n - 2, 1)
      i2 = huge(i2) - int(n - 3, 2)
      i4 = -huge(i4) - (n - 2)
      i8 = huge(i8) - (n - 3)
      i16 = -huge(i16) - (n - 2)
      call flush(6) ! stop: extreme_integers
      print *, i1, i2, i4, i8, i16, loc
   end subroutine

   subroutine reals(n)
      integer, intent(in) :: n
      real(4) :: r4
      real(8) :: r8
      real(10) :: r10
      real(16) :: r16
      complex(4) :: c4
      complex(8) :: c8
      complex(10) :: c10
      complex(16) :: c16
      r4 = 0.1*real(n)
      r8 = -1.0d-7*n
      r10 = 1.5_10*n
      r16 = n/7.0_16
      c4 = cmplx(n, -0.25)
      c8 = cmplx(0.1d0, n, 8)
      c10 = cmplx(-n, 2.5_10, 10)
      c16 = cmplx(n/3.0_16, -1.0_16, 16)
      call flush(6) ! stop: reals
      print *, r4, r8, r10, r16, c4, c8, c10, c16
   end subroutine

   subroutine odd_reals(n)
      use, intrinsic :: ieee_arithmetic, only: ieee_value, ieee_quiet_nan, ieee_positive_inf, ieee_negative_inf
      integer, intent(in) :: n
      real(4) :: nan4, plus4, tiny4
      real(8) :: nan8, minus8, minus_zero, tiny8, huge8
      real(10) :: huge10
      real(16) :: tiny16, exact16
      nan4 = ieee_value(nan4, ieee_quiet_nan)
      plus4 = ieee_value(plus4, ieee_positive_inf)
      tiny4 = tiny(tiny4)*n
      nan8 = ieee_value(nan8, ieee_quiet_nan)
      minus8 = ieee_value(minus8, ieee_negative_inf)
      minus_zero = sign(0d0, -real(n, 8))
      tiny8 = tiny(tiny8)/2.0d0**(n + 40)
      huge8 = huge(huge8)/n
      huge10 = huge(huge10)/n
      tiny16 = tiny(tiny16)*n
      exact16 = 1.0_16 + 2.0_16**(-n - 100)
      call flush(6) ! stop: odd_reals
      print *, nan4, plus4, tiny4, nan8, minus8, minus_zero, tiny8, huge8, huge10, tiny16, exact16
   end subroutine

   subroutine logicals(n)
      integer, intent(in) :: n
      logical(1) :: l1
      logical(2) :: l2
      logical(4) :: l4
      logical(8) :: l8
      logical :: many(4)
      l1 = n > 2
      l2 = n > 3
      l4 = n == 3
      l8 = n /= 3
      many = [.true., n == 3, n == 4, .true.]
      call flush(6) ! stop: logicals
      print *, l1, l2, l4, l8, many
   end subroutine

   subroutine dummies(i1, i16, r10, r16, c8, l8, by_value, real_by_value)
      integer(1), intent(inout) :: i1
      integer(16), intent(in) :: i16
      real(10), intent(in) :: r10
      real(16), intent(in) :: r16
      complex(8), intent(in) :: c8
      logical(8), intent(in) :: l8
      integer, value :: by_value
      real(8), value :: real_by_value
      i1 = int(i1 + 1, 1)
      by_value = by_value*2
      call flush(6) ! stop: dummies
      print *, i1, i16, r10, r16, c8, l8, by_value, real_by_value
   end subroutine

   function summed(n) result(total)
      integer, intent(in) :: n
      integer(8) :: total
      integer :: i
      total = 0
      do i = 1, 2*n
         total = total + i*triple(mod(i, 3) + 1)
      end do
      call flush(6) ! stop: result_name
      total = total + answer
   end function

   real(8) function area(radius)
      real(8), intent(in) :: radius
      area = pi*radius**2
      call flush(6) ! stop: function_name
      area = area + 1
   end function
end module

program kinds
   use kind_tools
   implicit none
   integer :: n
   integer(1) :: small
   integer(8) :: total
   real(8) :: circle
   n = 3 + command_argument_count()
   small = int(n, 1)
   call integers(n)
   call reals(n)
   call odd_reals(n)
   call logicals(n)
   call dummies(small, -10_16**30*n, 0.5_10*n, n/10.0_16, cmplx(n, -n, 8), logical(n == 3, 8), n, 0.125d0*n)
   total = summed(n)
   circle = area(real(n, 8))
   print *, total, circle, small
end program
