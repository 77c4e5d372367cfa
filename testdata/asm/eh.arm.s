	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.fpu neon
	.text
	.globl eh
	.balign 4
	.type eh, %function
	.code 32
eh:
	.fnstart
.Leh.bb0:
	sub sp, sp, #16
	.pad #16
	push {r5, lr}
	.save {r5, lr}
	vpush {d8}
	.vsave {d8}
	sub sp, sp, #8
	.pad #8
	mov r5, #1
	vldr d8, [sp, #0]
.Leh.eh0:
	bl may
.Leh.eh1:
.Leh.bb3:
	add sp, sp, #8
	vpop {d8}
	pop {r5, lr}
	add sp, sp, #16
	bx lr
.Leh.bb2:
.Leh.eh2:
	b .Leh.bb3
.Leh.end:
	.size eh, .Leh.end-eh
	.personality __gxx_personality_v0
	.handlerdata
	.balign 4
.Leh.lsda:
	.byte 255
	.byte 0
	.uleb128 .Leh.types-.Leh.header
.Leh.header:
	.byte 1
	.uleb128 .Leh.actions-.Leh.calls
.Leh.calls:
	.uleb128 0
	.uleb128 .Leh.eh0-eh
	.byte 0, 0
	.uleb128 .Leh.eh0-eh
	.uleb128 .Leh.eh1-.Leh.eh0
	.uleb128 .Leh.bb2-eh
	.uleb128 1
	.uleb128 .Leh.eh1-eh
	.uleb128 .Leh.end-.Leh.eh1
	.byte 0, 0
.Leh.actions:
	.sleb128 2
	.byte 1
	.sleb128 -1
	.byte 0
	.balign 4
	.long _ZTIi(TARGET2)
	.long _ZTId(TARGET2)
.Leh.types:
	.long _ZTId(TARGET2)
	.4byte 0
	.balign 4
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl pointer
	.balign 4
	.type pointer, %function
	.code 32
pointer:
	.fnstart
.Lpointer.bb0:
	push {r4, r11}
	.save {r4, r11}
	mov r11, sp
	.setfp r11, sp
	sub sp, sp, #8
	ldr r4, [sp]
	mov sp, r11
	pop {r4, r11}
	bx lr
.Lpointer.end:
	.size pointer, .Lpointer.end-pointer
	.fnend
	.syntax unified
	.fpu neon
	.section "somewhere", "ax", %progbits
	.globl bare
	.balign 4
	.type bare, %function
	.code 32
bare:
	.fnstart
.Lbare.bb0:
	mov r4, #1
.Lbare.end:
	.size bare, .Lbare.end-bare
	.cantunwind
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl quiet
	.balign 4
	.type quiet, %function
	.code 32
quiet:
	.fnstart
.Lquiet.bb0:
	push {r4}
	.save {r4}
	mov r4, #1
	pop {r4}
	bx lr
.Lquiet.end:
	.size quiet, .Lquiet.end-quiet
	.cantunwind
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl table
	.balign 4
	.type table, %function
	.code 32
table:
	.fnstart
.Ltable.bb0:
	push {r4}
	.save {r4}
	mov r4, #1
	pop {r4}
	bx lr
.Ltable.end:
	.size table, .Ltable.end-table
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl calls
	.balign 4
	.type calls, %function
	.code 32
calls:
	.fnstart
.Lcalls.bb0:
	push {r4}
	.save {r4}
	mov r4, #1
	pop {r4}
	bx lr
.Lcalls.end:
	.size calls, .Lcalls.end-calls
	.fnend
