	.file 1 "/folder/first.cpp"
	.file 2 "/folder/bare.c"
	.file 3 "/second.cl"
	.section .note.GNU-stack,"",%progbits
	.syntax unified
	.fpu neon
	.text
	.globl first
	.balign 4
	.type first, %function
	.code 32
first:
.Lfirst.begin:
	.fnstart
.Lfirst.bb0:
	.loc 1 4 1 prologue_end is_stmt 1
	mov r0, #1
	.loc 1 5 1
	bx lr
.Lfirst.end:
	.size first, .Lfirst.end-first
	.fnend
	.syntax unified
	.fpu neon
	.text
	.weak second
	.balign 4
	.type second, %function
	.code 32
second:
.Lsecond.begin:
	.fnstart
.Lsecond.bb0:
	.loc 3 9 0 is_stmt 1
	push {r4}
	.save {r4}
	mov r4, #1
	.loc 3 10 0 prologue_end epilogue_begin
	pop {r4}
	bx lr
.Lsecond.end:
	.size second, .Lsecond.end-second
	.fnend
	.syntax unified
	.fpu neon
	.text
	.globl bare
	.balign 4
	.type bare, %function
	.code 32
bare:
.Lbare.begin:
	.loc 1 0 0 is_stmt 1
	.fnstart
.Lbare.bb0:
	bx lr
.Lbare.end:
	.size bare, .Lbare.end-bare
	.fnend
	.section .debug_info,"",%progbits
	.4byte .Ldebug.end0-.Ldebug.unit0
.Ldebug.unit0:
	.2byte 4
	.4byte .Ldebug.abbrev
	.byte 4
	.uleb128 1
	.asciz ""
	.2byte 0x0004
	.asciz "first.cpp"
	.asciz "/folder"
	.4byte .Ldebug.line
	.4byte 0
	.4byte .Ldebug.ranges0
	.uleb128 2
	.4byte .Lfirst.begin
	.4byte .Lfirst.end
	.asciz "first"
	.asciz "first"
	.uleb128 1, 2
	.byte 1
	.byte 0
.Ldebug.end0:
	.section .debug_ranges,"",%progbits
.Ldebug.ranges0:
	.4byte .Lfirst.begin
	.4byte .Lfirst.end
	.4byte 0
	.4byte 0
	.section .debug_info,"",%progbits
	.4byte .Ldebug.end2-.Ldebug.unit2
.Ldebug.unit2:
	.2byte 4
	.4byte .Ldebug.abbrev
	.byte 4
	.uleb128 1
	.asciz ""
	.2byte 0x0015
	.asciz "/second.cl"
	.asciz "/folder"
	.4byte .Ldebug.line
	.4byte 0
	.4byte .Ldebug.ranges2
	.uleb128 2
	.4byte .Lsecond.begin
	.4byte .Lsecond.end
	.asciz "second"
	.asciz "second"
	.uleb128 3, 8
	.byte 1
	.byte 0
.Ldebug.end2:
	.section .debug_ranges,"",%progbits
.Ldebug.ranges2:
	.4byte .Lsecond.begin
	.4byte .Lsecond.end
	.4byte 0
	.4byte 0
	.section .debug_abbrev,"",%progbits
.Ldebug.abbrev:
	.uleb128 1, 0x11
	.byte 1
	.uleb128 0x25, 0x08, 0x13, 0x05
	.uleb128 0x03, 0x08, 0x1b, 0x08
	.uleb128 0x10, 0x17, 0x11, 0x01
	.uleb128 0x55, 0x17, 0, 0
	.uleb128 2, 0x2e
	.byte 0
	.uleb128 0x11, 0x01, 0x12, 0x01
	.uleb128 0x03, 0x08, 0x6e, 0x08
	.uleb128 0x3a, 0x0f, 0x3b, 0x0f
	.uleb128 0x3f, 0x0c, 0, 0
	.byte 0
	.section .debug_line,"",%progbits
.Ldebug.line:
