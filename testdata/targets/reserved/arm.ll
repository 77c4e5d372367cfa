; Frame, base pointer and stack alignment: what reserves r11, r7 and r6.
target triple = "armv7a-linux-gnueabihf"
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
attributes #0 = { "frame-pointer"="all" }
attributes #1 = { "frame-pointer"="non-leaf" }
attributes #2 = { "no-realign-stack" }
attributes #3 = { "stackrealign" }
define void @thumb() #4 { ret void }
define void @r9() #5 { ret void }
attributes #4 = { "frame-pointer"="all" "target-features"="+thumb-mode" }
attributes #5 = { "target-features"="+reserve-r9" }
define void @thumbvla(i32 %n) #6 { %a = alloca i32, i32 %n
 %b = alloca [20 x i32]
 call void @g(ptr %a, i32 %n)
 call void @g(ptr %b, i32 %n)
 ret void }
define void @thumblargevla(i32 %n) #6 { %a = alloca i32, i32 %n
 %b = alloca [40 x i32]
 call void @g(ptr %a, i32 %n)
 call void @g(ptr %b, i32 %n)
 ret void }
define void @largevla(i32 %n) { %a = alloca i32, i32 %n
 %b = alloca [40 x i32]
 call void @g(ptr %a, i32 %n)
 call void @g(ptr %b, i32 %n)
 ret void }
attributes #6 = { "target-features"="+thumb-mode" }
