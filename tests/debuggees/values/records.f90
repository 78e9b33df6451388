! SPDX-License-Identifier: GPL-3.0-or-later
! Derived types: nested, with arrays, allocatable and pointer components, extended, linked, of C; arrays of them with
! strides of both signs, and one component of each element. `n` is 3: compilers do not know.
module record_tools
   use, intrinsic :: iso_c_binding, only: c_int, c_double, c_char, c_ptr, c_null_ptr
   implicit none
   type point
      real(8) :: x = 0, y = 0
   end type
   type part
      integer :: id = 0
      real(8) :: mass(2) = 0
      type(point) :: at
   end type
   type, extends(part) :: charged
      real(8) :: q = 0
   end type
   type, extends(charged) :: heavy
      integer(1) :: z = 0
      logical :: stable = .false.
   end type
   type holder
      integer(2) :: kind = 0
      character(len=:), allocatable :: tag
      real(8), allocatable :: list(:)
      type(part), allocatable :: parts(:)
      type(point), pointer :: where => null()
      integer, pointer :: numbers(:) => null()
      integer, allocatable :: count
      complex(8) :: z = 0
      character(len=3) :: names(2) = 'abc'
   end type
   type node
      integer :: value = 0
      type(node), pointer :: next => null()
   end type
   type, bind(c) :: c_record
      character(kind=c_char) :: letter
      integer(c_int) :: number
      real(c_double) :: real_number
      type(c_ptr) :: address
   end type
   type empty
   end type
contains
   subroutine nested(n)
      integer, intent(in) :: n
      type(point), target :: goal
      integer, target :: numbers(6)
      type(holder) :: full, bare
      type(heavy) :: hv
      type(c_record) :: from_c
      type(empty) :: nothing
      goal = point(1.5d0, -n)
      numbers = [11, 22, 33, 44, 55, 66]
      full%kind = int(n, 2)
      full%tag = 'tagged'
      full%list = [0.5d0, 1.5d0*n]
      allocate (full%parts(0:1))
      full%parts(0) = part(70, [1d0, 2d0], goal)
      full%parts(1) = part(71, [3d0, 4d0], point(0.25d0, 0.75d0))
      full%where => goal
      full%numbers => numbers(6:2:-2)
      full%count = 40 + n
      full%z = (1d0, -2d0)
      hv = heavy(id=8, mass=[5d0, 6d0], at=goal, q=0.5d0, z=92_1, stable=.true.)
      from_c = c_record('c', n, 2.5d0, c_null_ptr)
      nothing = empty()
      ! ask: full%tag, len(full%tag), len_trim(full%tag), allocated(full%tag), full%list, full%list(2), sum(full%list)
      ! ask: allocated(full%list), allocated(bare%list)
      ! ask: full%parts%id, full%parts(1)%at%x, lbound(full%parts,1), ubound(full%parts,1), size(full%parts)
      ! ask: full%where%y, associated(full%where), associated(full%where,goal)
      ! ask: full%numbers, full%numbers(2), size(full%numbers), maxval(full%numbers), associated(full%numbers)
      ! ask: associated(full%numbers,numbers), associated(full%numbers,numbers(6:2:-2))
      ! ask: full%count, full%names, full%names(1)(2:3), bare%tag, bare%count, associated(bare%numbers), hv%id
      ! ask: hv%charged%q, hv%charged%part%mass, hv%at%x, hv%stable
      call flush(6) ! stop: nested
      call shown(full, bare, hv)
      print *, from_c%letter, from_c%number, from_c%real_number, storage_size(nothing)
   end subroutine

   subroutine shown(full, bare, hv)
      type(holder), intent(in) :: full, bare
      type(heavy), intent(in) :: hv
      ! ask: full%tag, len(full%tag), full%parts%at%y, full%list, bare%tag, hv%id, hv%mass(2), hv%charged%part%id
      ! ask: allocated(bare%parts)
      call flush(6) ! stop: record_dummies
      print *, full%tag, full%list, full%parts%id, full%numbers, full%count, full%z, full%names, allocated(bare%tag)
      print *, hv%id, hv%charged%q, hv%charged%part%mass, hv%z, hv%stable, hv%at%x, associated(full%where)
   end subroutine

   subroutine lists(n)
      integer, intent(in) :: n
      type(part), target :: parts(4)
      type(heavy), target :: heavies(2)
      type(node), target :: nodes(3)
      type(part), pointer :: back(:)
      integer, pointer :: comp(:)
      real(8), pointer :: xs(:)
      type(point), pointer :: spot
      type(part), allocatable :: grid(:, :)
      integer :: i
      do i = 1, 4
         parts(i) = part(7*i + n, [1d0*i, 2d0*i], point(0.5d0*i, -0.5d0*i))
      end do
      heavies(1) = heavy(id=1, q=0.25d0, z=1_1, at=point())
      heavies(2) = heavy(id=2, q=0.75d0, z=2_1, at=point(), stable=.true.)
      do i = 1, 3
         nodes(i)%value = 100*i
         nodes(i)%next => nodes(mod(i, 3) + 1)
      end do
      back => parts(4:1:-n)
      comp => parts(1:3)%id
      xs => heavies(:)%at%x
      spot => parts(2)%at
      allocate (grid(2, 0:0))
      grid(:, 0) = parts(3:4)
      call flush(6) ! stop: lists
      call sections(parts(4:1:-1), heavies)
      print *, parts%id, heavies%q, nodes%value, back%id, comp, xs, spot%x, grid%id
   end subroutine

   subroutine sections(dtarr, heavies)
      type(part), intent(in) :: dtarr(:)
      type(heavy), intent(in) :: heavies(0:)
      call flush(6) ! stop: sections
      print *, dtarr%id, heavies%q
   end subroutine
end module

program records
   use record_tools
   implicit none
   integer :: n
   n = 3 + command_argument_count()
   call nested(n)
   call lists(n)
end program
