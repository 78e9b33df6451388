! SPDX-License-Identifier: GPL-3.0-or-later
! class(...) as dummy, allocatable, pointer, array and component; class(*) of intrinsic and derived types; procedure
! pointers and type-bound calls. `n` is 3: compilers do not know.
module class_tools
   implicit none
   type part
      integer :: id = 0
      real(8) :: mass(2) = 0
   contains
      procedure :: weight => part_weight
   end type
   type, extends(part) :: charged
      real(8) :: q = 0
   contains
      procedure :: weight => charged_weight
   end type
   type box
      class(part), allocatable :: inside
      class(*), pointer :: anything => null()
      procedure(twice), pointer, nopass :: work => null()
   end type
contains
   integer function twice(n)
      integer, intent(in) :: n
      twice = 2*n
   end function

   real(8) function part_weight(self)
      class(part), intent(in) :: self
      part_weight = self%mass(1)
      ! ask: self, self%id, self%mass(2)
      call flush(6) ! stop: declared_type
   end function

   real(8) function charged_weight(self)
      class(charged), intent(in) :: self
      charged_weight = self%mass(2) + self%q
      ! ask: self, self%id, self%mass(2), self%q, self%part%id
      call flush(6) ! stop: extended_type
   end function

   subroutine scalars(n, poly, maybe)
      integer, intent(in) :: n
      class(part), intent(in) :: poly
      class(part), intent(in), optional :: maybe
      class(part), allocatable :: pal, empty
      class(part), pointer :: pp, nowhere
      type(charged), target :: goal
      type(box) :: crate, bare
      real(8) :: weights(2)
      goal = charged(60 + n, [1d0, 2d0], -1.5d0)
      allocate (pal, source=charged(50 + n, [3d0, 4d0], 2.5d0))
      pp => goal
      nullify (nowhere)
      allocate (crate%inside, source=part(9, [5d0, 6d0]))
      crate%anything => goal
      crate%work => twice
      ! ask: pal, pal%id, pal%q, pal%mass(2), pp, pp%q, pp%id, poly, poly%id, crate%inside%id, crate%anything
      ! ask: crate%work
      ! ask: allocated(pal), allocated(empty), associated(pp), associated(nowhere), associated(pp,goal)
      ! ask: present(maybe), allocated(bare%inside)
      call flush(6) ! stop: scalars
      weights = [pal%weight(), pp%weight()]
      print *, poly%id, present(maybe), weights, crate%inside%id, crate%work(n)
      print *, allocated(empty), associated(nowhere), allocated(bare%inside)
   end subroutine

   subroutine lists(n, parr)
      integer, intent(in) :: n
      class(part), intent(in) :: parr(:)
      class(part), allocatable :: all_of(:)
      class(part), pointer :: back(:)
      type(charged), target :: goal(4)
      integer :: i
      goal = [(charged(10*i + n, [0.25d0*i, 0.5d0*i], -1d0*i), i=1, 4)]
      allocate (all_of(0:1), source=goal(2:3))
      back => goal(4:1:-n)
      ! ask: parr, parr%id, parr(2)%q, parr(2)%mass, size(parr), shape(parr), sum(parr%id)
      ! ask: all_of, all_of%id, all_of(0)%q, lbound(all_of,1), ubound(all_of,1), size(all_of), allocated(all_of)
      ! ask: maxval(all_of%id)
      ! ask: back, back%id, back(1)%q, size(back), associated(back), associated(back,goal)
      ! ask: associated(back,goal(4:1:-3)), minval(back%id)
      call flush(6) ! stop: lists
      print *, parr%id, all_of%id, back%id
   end subroutine

   subroutine unlimited(n, any_real, any_int, any_text, any_type, any_list)
      integer, intent(in) :: n
      class(*), intent(in) :: any_real, any_int, any_text, any_type, any_list(:)
      class(*), allocatable :: own, none
      integer :: kinds(5)
      allocate (own, source=n == 3)
      ! ask: any_real, any_int, any_text, any_type, any_list, own, none, size(any_list), allocated(own)
      ! ask: allocated(none)
      call flush(6) ! stop: unlimited
      kinds = [kind_of(any_real), kind_of(any_int), kind_of(any_text), kind_of(any_type), kind_of(own)]
      print *, kinds, size(any_list), allocated(none)
   end subroutine

   integer function kind_of(value)
      class(*), intent(in) :: value
      kind_of = 0
      select type (value)
      type is (real(8))
         kind_of = 1
         ! ask: value
         call flush(6) ! stop: type_is_real
      type is (integer)
         kind_of = 2
      type is (character(*))
         kind_of = 3
         ! ask: value
         call flush(6) ! stop: type_is_text
      class is (part)
         kind_of = 4
         ! ask: value
         call flush(6) ! stop: class_is_part
      end select
   end function
end module

program classes
   use class_tools
   implicit none
   integer :: n
   type(charged) :: two(2)
   type(part) :: plain
   real(8) :: weight
   n = 3 + command_argument_count()
   plain = part(4, [7d0, 8d0])
   two(1) = charged(21, [1.25d0, 2.25d0], 0.125d0)
   two(2) = charged(22, [3.25d0, 4.25d0], 0.5d0)
   call scalars(n, two(1))
   call scalars(n, plain, two(2))
   call lists(n, two)
   call lists(n, [plain, plain])
   call unlimited(n, 3.5d0, 17*n, 'any text', two(2), [1.5, 2.5])
   weight = plain%weight()
   print *, weight
end program
