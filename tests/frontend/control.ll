; Control flow, exceptions among it: carried, not interpreted.
@table = private constant [2 x ptr] [ptr blockaddress(@main, %one), ptr blockaddress(@main, %two)]
declare i32 @__gxx_personality_v0(...)
declare void @may_throw()
define i32 @main(i8 %x, ptr %where) personality ptr @__gxx_personality_v0 {
entry:
  switch i8 %x, label %other [ i8 1, label %one
                               i8 -1, label %two
                               i8 7, label %one ]
one:
  %p = phi i32 [ 0, %entry ], [ 0, %entry ], [ %q, %two ], [ 9, %other ]
  br i1 true, label %two, label %three
two:
  %q = phi i32 [ 1, %entry ], [ %p, %one ], [ 2, %other ]
  br label %one
other:
  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i8 %x
  %to = load ptr, ptr %slot
  indirectbr ptr %to, [label %one, label %two]
three:
  invoke void @may_throw() to label %four unwind label %pad
four:
  callbr void asm sideeffect "jmp ${0:l}", "!i"() to label %five [label %six]
five:
  unreachable
six:
  ret i32 %p
pad:
  %lp = landingpad { ptr, i32 } cleanup catch ptr null
  resume { ptr, i32 } %lp
}
