; Frame, base pointer and stack alignment, for any machine: its triple is put in
; front, its stack pointer in place of STACK.
declare void @g(ptr, i32)
declare ptr @llvm.frameaddress(i32)
define void @plain() { ret void }
define void @all() #0 { ret void }
define void @nonleaf() #1 { ret void }
define void @nonleafcall() #1 { call void @g(ptr null, i32 1)
 ret void }
define void @vla(i32 %n) { %a = alloca i32, i32 %n
 call void @g(ptr %a, i32 %n)
 ret void }
define void @aligned() { %a = alloca i32, align 64
 call void @g(ptr %a, i32 1)
 ret void }
define void @alignedvla(i32 %n) { %a = alloca i32, align 64
 %b = alloca i32, i32 %n
 call void @g(ptr %a, i32 1)
 call void @g(ptr %b, i32 1)
 ret void }
define void @norealign() #2 { %a = alloca i32, align 64
 call void @g(ptr %a, i32 1)
 ret void }
define void @realign() #3 { call void @g(ptr null, i32 1)
 ret void }
define ptr @addr() { %p = call ptr @llvm.frameaddress(i32 0)
 ret ptr %p }
define void @bigcall([700 x i32] %x) { %a = alloca i32, align 64
 store volatile i32 1, ptr %a
 call void @bigcall([700 x i32] %x)
 ret void }
define void @nonleaftail(ptr %p, i32 %n) #1 { tail call void @g(ptr %p, i32 %n)
 ret void }
define void @largevla(i32 %n) { %a = alloca i32, i32 %n
 %b = alloca [80 x i32]
 call void @g(ptr %a, i32 %n)
 call void @g(ptr %b, i32 %n)
 ret void }
declare i32 @setjmp(ptr) #4
define i32 @twice(ptr %p) { %r = call i32 @setjmp(ptr %p) #4
 ret i32 %r }
define void @asm(ptr %p) { call void asm sideeffect "", "~{memory}"()
 ret void }
define void @asmsp(ptr %p) { call void asm sideeffect "", "~{STACK},~{memory}"()
 ret void }
define void @aligned32() { %a = alloca i32, align 32
 call void @g(ptr %a, i32 1)
 ret void }
define void @midcall([40 x i32] %x) { call void @midcall([40 x i32] %x)
 ret void }
attributes #0 = { "frame-pointer"="all" }
attributes #1 = { "frame-pointer"="non-leaf" }
attributes #2 = { "no-realign-stack" }
attributes #3 = { "stackrealign" }
attributes #4 = { returns_twice }
