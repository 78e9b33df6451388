! SPDX-License-Identifier: GPL-3.0-or-later
! Characters of every sort: fixed, assumed, automatic and deferred lengths; kinds 1 and 4; arrays, components, results.
! `n` is 3: compilers do not know, since it depends on the command line.
module text_tools
   implicit none
   integer, parameter :: ucs4 = selected_char_kind('ISO_10646')
   character(len=*), parameter :: greeting = 'good morning'
   type label
      integer :: id
      character(len=4) :: code
      character(len=:), allocatable :: tag
      character(len=6) :: rows(2)
   end type
contains
   subroutine fixed(n)
      integer, intent(in) :: n
      character(len=5) :: five
      character :: one
      character(len=0) :: none
      character(len=12) :: quoted, odd
      character(len=300) :: long
      character(kind=ucs4, len=3) :: wide
      character(kind=ucs4, len=2) :: widths(2)
      character(len=3) :: words(n)
      character(len=2) :: grid(2, 2)
      five = 'ab''c'
      one = achar(87 + n)
      none = ''
      quoted = '"it''s"'
      odd = 'a'//achar(n - 3)//achar(7 + n)//'b'//achar(92)//char(192 + n)//char(169)
      long = repeat('abcdefghi'//achar(45 + n), 30)
      wide = ucs4_'xy'//char(int(z'20A9') + n, ucs4)
      widths = [ucs4_'pq', ucs4_'rs']
      words = [character(len=3) :: 'one', 'two', 'six']
      grid = reshape(['aa', 'ba', 'ab', 'bb'], [2, 2])
      call flush(6) ! stop: fixed
      print *, five, one, none, quoted, odd, long, words, grid, ichar(wide(3:3)), ichar(widths(2)(1:1))
   end subroutine

   subroutine lengths(n, text, same, rows, zero_rows, nothing)
      integer, intent(in) :: n
      character(len=*), intent(in) :: text
      character(len=n), intent(in) :: same
      character(len=*), intent(in) :: rows(:)
      character(len=*), intent(in) :: zero_rows(0:)
      character(len=*), intent(in), optional :: nothing
      character(len=2*n) :: automatic
      character(len=n) :: automatics(n - 1)
      automatic = text
      automatics = [rows(1), rows(2)]
      call flush(6) ! stop: lengths
      print *, text, same, rows, zero_rows, automatic, automatics, present(nothing)
   end subroutine

   subroutine deferred(n, many)
      integer, intent(in) :: n
      character(len=:), allocatable, intent(inout) :: many(:)
      character(len=:), allocatable :: text, never
      character(len=:), pointer :: spot, nowhere
      character(len=10), target :: goal
      character(kind=ucs4, len=:), allocatable :: wide
      type(label) :: mark
      goal = 'over there'
      text = 'deferred text'
      allocate (character(len=n) :: many(2))
      many(n - 2) = 'ab'
      many(n - 1) = 'cde'
      spot => goal(n:7)
      nullify (nowhere)
      wide = ucs4_'broad'
      mark = label(n, 'code', 'tagged', ['first ', 'second'])
      ! ask: text, len(text), len_trim(text), text(1:3), many, len(many), many(2), spot, len(spot), nowhere, never
      ! ask: wide, len(wide), len_trim(wide), wide(2:3), mark%tag, len(mark%tag), mark%rows, mark%rows(2)
      ! ask: allocated(text), allocated(never), associated(spot), associated(nowhere), allocated(many)
      call flush(6) ! stop: deferred
      print *, text, allocated(never), many, spot, associated(nowhere), len(wide), mark%tag, mark%rows
      text = ''
      allocate (never, source=repeat('=', n))
      ! ask: text, len(text), never, len(never)
      call flush(6) ! stop: changed
      print *, len(text), never
   end subroutine

   function doubled(text) result(twice)
      character(len=*), intent(in) :: text
      character(len=2*len(text)) :: twice
      twice = text//text
      ! ask: text, len(text), text // text
      call flush(6) ! stop: doubled
      twice(1:1) = '<'
   end function

   function found(n) result(text)
      integer, intent(in) :: n
      character(len=:), allocatable :: text
      text = greeting(1:n)//'!'
      call flush(6) ! stop: found
      text = text//'?'
   end function
end module

program texts
   use text_tools
   implicit none
   integer :: n
   character(len=3) :: rows(2)
   character(len=6) :: twice
   character(len=:), allocatable, save :: text, many(:)
   n = 3 + command_argument_count()
   rows = ['ab ', 'cde']
   call fixed(n)
   call lengths(n, 'some text', 'xyz', rows, rows(2:1:-1))
   call deferred(n, many)
   twice = doubled('abc')
   print *, twice
   text = found(n)
   print *, text
end program
