! SPDX-License-Identifier: GPL-3.0-or-later
! Scopes across files, second file: imports of every sort from scopes_a.f90, namelist, equivalence, contained procedures,
! a callback from a deeper recursion, blocks, associate, saved variables of the host. `n` is 3: compilers do not know.
module users
   use geometry, only: cells, pitch => spacing, world, current
   implicit none
   integer :: user_count = 0
contains
   subroutine with_renames(n)
      use physics, steps_done => steps, other_name => shared_name
      integer, intent(in) :: n
      integer :: local
      local = n + steps_done + other_name
      user_count = user_count + 1
      ! ask: pitch, pitch(2), cells, steps_done, other_name, dt, world%high, current%high, user_count, unused
      ! ask: physics::steps, physics%shared_name, geometry::shared_name, spacing, geometry%world%low
      call flush(6) ! stop: renames
      print *, local, cells, pitch, dt, world%high, associated(current), user_count
   end subroutine

   subroutine through_facade(n)
      use facade, only: mesh_cells, own, steps
      integer, intent(in) :: n
      own = own + n
      ! ask: mesh_cells, own, steps, dt, facade::own, facade%mesh_cells, facade::dt, geometry::cells, user_count
      call flush(6) ! stop: facade
      print *, mesh_cells, own, steps
   end subroutine

   subroutine overlaid(n)
      integer, intent(in) :: n
      integer :: words(4)
      integer(8) :: longs(2)
      real(4) :: single
      equivalence (words, longs), (words(2), single)
      integer :: nn
      real(8) :: tolerance
      character(len=4) :: mode
      namelist /settings/ nn, tolerance, mode
      integer :: unit
      longs = [1_8, 4294967298_8]
      single = 1.5
      nn = 10*n
      tolerance = 1d-3
      mode = 'fast'
      ! ask: settings, settings%nn, settings%mode, words(2), longs(2), single, mode, tolerance
      call flush(6) ! stop: overlaid
      open (newunit=unit, status='scratch')
      write (unit, nml=settings)
      close (unit)
      print *, words, longs, single, nn, tolerance, mode
   end subroutine

   recursive subroutine descend(level, action)
      integer, intent(in) :: level
      interface
         subroutine action(amount)
            integer, intent(in) :: amount
         end subroutine
      end interface
      procedure(action), pointer :: next
      integer :: mine
      mine = level*100
      next => action
      if (level == 3) next => add_mine
      if (level > 0) then
         call descend(level - 1, next)
      else
         call next(level + 1)
      end if
      print *, level, mine
   contains
      subroutine add_mine(amount)
         integer, intent(in) :: amount
         mine = mine + amount - 1
         ! ask: mine, level, amount, mine + level
         call flush(6) ! stop: callback
         print *, mine, level
      end subroutine
   end subroutine

   subroutine no_action(amount)
      integer, intent(in) :: amount
      print *, amount
   end subroutine

   subroutine blocks(n)
      integer, intent(in) :: n
      integer :: x, values(4), i
      type inner
         integer :: a, b
      end type
      type(inner) :: pair
      x = n
      values = [(i*i, i=1, 4)]
      pair = inner(5, 6)
      block
         real(8) :: x
         integer :: values(2)
         x = 0.5d0*n
         values = [-1, -2]
         block
            character(len=2) :: x
            x = 'in'
            ! ask: x, values, pair%b, n, sum(values)
            call flush(6) ! stop: inner_block
            print *, x, values
         end block
         call flush(6) ! stop: block
         print *, x, values
      end block
      associate (odd => values(1:4:2), first => values(1), sum_of => x + values(2), b => pair%b)
         first = first + 10
         ! ask: odd, odd(2), size(odd), first, b, sum_of, pair%a, x
         call flush(6) ! stop: associate
         print *, odd, first, sum_of, b
      end associate
      print *, x, values, pair%a
   end subroutine
end module

program scopes
   use geometry
   use users, only: with_renames, through_facade, overlaid, descend, no_action, blocks
   implicit none
   integer :: n
   integer :: hostv = 41
   real(8) :: table(3) = [0.25d0, 0.5d0, 0.75d0]
   integer :: silent = 60
   n = 3 + command_argument_count()
   call set_up(n)
   call refine(n)
   call fill_common(n)
   call with_renames(n)
   call through_facade(n)
   call overlaid(n)
   call descend(4, no_action)
   call blocks(n)
   call contained(n - 1)
   print *, hostv, table, owners
contains
   subroutine contained(amount)
      integer, intent(in) :: amount
      integer :: n ! hides the host's
      integer :: product
      n = 1000 + amount
      hostv = hostv + 8
      silent = silent + 7
      table(2) = n
      product = factorial(5)
      ! ask: n, hostv, silent, table, table(2), sum(table), maxval(table), owners, product, amount, cells
      call flush(6) ! stop: contained
      print *, n, hostv, table, product
   end subroutine

   recursive integer function factorial(k) result(product_so_far)
      integer, intent(in) :: k
      product_so_far = 1
      if (k > 1) product_so_far = k*factorial(k - 1)
      if (k == 1) then
         ! ask: k, product_so_far, hostv, silent, n, table(2)
         call flush(6) ! stop: recursion
      end if
   end function
end program
