	.file 0 "/folder" "tails.c"
	.section .note.GNU-stack,"",%progbits
	.text
	.globl f
	.balign 16
	.type f, %function
f:
.Lf.begin:
	.cfi_startproc
.Lf.bb0:
	.loc 0 3 0 prologue_end is_stmt 1
	cmpl $3, %edi
	jg .Lf.bb2
.Lf.bb1:
	.loc 0 4 0
	movl %edi, 4(%rsi)
.Lf.bb2:
	.loc 0 0 0 is_stmt 0
	movl $5, (%rsi)
	.loc 0 9 0 is_stmt 1
	movl $6, 8(%rsi)
.Lf.bb3:
	.loc 0 10 0
	retq
	.cfi_endproc
.Lf.end:
	.size f, .Lf.end-f
	.section .debug_info,"",%progbits
	.4byte .Ldebug.end0-.Ldebug.unit0
.Ldebug.unit0:
	.2byte 5
	.byte 1, 8
	.4byte .Ldebug.abbrev
	.uleb128 1
	.asciz "by hand"
	.2byte 0x001d
	.asciz "tails.c"
	.asciz "/folder"
	.4byte .Ldebug.line
	.8byte 0
	.4byte .Ldebug.ranges0
	.uleb128 2
	.8byte .Lf.begin
	.8byte .Lf.end
	.asciz "f"
	.asciz "f"
	.uleb128 0, 2
	.byte 1
	.byte 0
.Ldebug.end0:
	.section .debug_rnglists,"",%progbits
	.4byte .Ldebug.rend0-.Ldebug.rbegin0
.Ldebug.rbegin0:
	.2byte 5
	.byte 8, 0
	.4byte 0
.Ldebug.ranges0:
	.byte 6
	.8byte .Lf.begin
	.8byte .Lf.end
	.byte 0
.Ldebug.rend0:
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
