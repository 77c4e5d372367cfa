	.file 0 "/folder" "lines\".c" md5 0x00112233445566778899aabbccddeeff
	.file 1 "/include/lines.h" md5 0x0123456789abcdef0123456789abcdef
	.section .note.GNU-stack,"",%progbits
	.text
	.globl plain
	.balign 16
	.type plain, %function
plain:
.Lplain.begin:
	.cfi_startproc
.Lplain.bb0:
	.loc 0 4 9 prologue_end is_stmt 1
	movl %edi, %eax
	testl %eax, %eax
	.loc 1 4 13 is_stmt 0 discriminator 6
	je .Lplain.bb2
.Lplain.bb1:
	.loc 1 0 13
	incl %eax
	.loc 1 4 13 discriminator 6
	incl %eax
.Lplain.bb2:
	.loc 0 6 1 is_stmt 1
	retq
	.cfi_endproc
.Lplain.end:
	.size plain, .Lplain.end-plain
	.section "of !dbg !7", "ax", %progbits
	.balign 16
	.type saves, %function
saves:
.Lsaves.begin:
	.cfi_startproc
.Lsaves.bb0:
	.loc 0 9 0 is_stmt 1
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movl %edi, %ebx
	.loc 1 31 5 prologue_end
	incl %ebx
	.loc 1 31 5 is_stmt 0
	je .Lsaves.bb2
.Lsaves.bb1:
	.loc 0 0 0
	movl %ebx, %eax
	.loc 0 12 1 epilogue_begin is_stmt 1
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lsaves.bb2:
	.loc 0 0 1 is_stmt 0
	movl %ebx, %eax
	.loc 0 11 7 is_stmt 1
	incl %eax
	.loc 0 11 7 epilogue_begin is_stmt 0
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lsaves.end:
	.size saves, .Lsaves.end-saves
	.text
	.globl none
	.balign 16
	.type none, %function
none:
.Lnone.begin:
	.loc 0 0 0 is_stmt 1
	.cfi_startproc
.Lnone.bb0:
	movl %edi, %eax
	retq
	.cfi_endproc
.Lnone.end:
	.size none, .Lnone.end-none
	.section .debug_info,"",%progbits
	.4byte .Ldebug.end0-.Ldebug.unit0
.Ldebug.unit0:
	.2byte 5
	.byte 1, 8
	.4byte .Ldebug.abbrev
	.uleb128 1
	.asciz "by (hand), \"and\""
	.2byte 0x001d
	.asciz "lines\".c"
	.asciz "/folder"
	.4byte .Ldebug.line
	.8byte 0
	.4byte .Ldebug.ranges0
	.uleb128 2
	.8byte .Lplain.begin
	.8byte .Lplain.end
	.asciz "plain"
	.asciz "plain"
	.uleb128 0, 2
	.byte 1
	.uleb128 2
	.8byte .Lsaves.begin
	.8byte .Lsaves.end
	.asciz "saves"
	.asciz "saves"
	.uleb128 0, 8
	.byte 0
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
	.8byte .Lplain.begin
	.8byte .Lplain.end
	.byte 6
	.8byte .Lsaves.begin
	.8byte .Lsaves.end
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
