	.section .note.GNU-stack,"",%progbits
	.text
	.globl entries
	.balign 16
	.type entries, %function
entries:
	.cfi_startproc
	.cfi_personality 0x9b, DW.ref.__gxx_personality_v0
	.cfi_lsda 0x1b, .Lentries.lsda
.Lentries.bb0:
	endbr64
	pushq %rbx
	.cfi_def_cfa_offset 16
	.cfi_offset %rbx, -16
	movq %rdi, %rbx
	jmpq *%rbx
.Lentries.bb1:
	endbr64
.Lentries.eh0:
	callq may
.Lentries.eh1:
.Lentries.bb2:
	movl $1, %eax
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lentries.bb3:
	movl $2, %eax
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_restore_state
.Lentries.bb4:
.Lentries.eh2:
	endbr64
	movl $0, %eax
	.cfi_remember_state
	popq %rbx
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Lentries.end:
	.size entries, .Lentries.end-entries
	.section .gcc_except_table,"a",@progbits
	.balign 4
.Lentries.lsda:
	.byte 255
	.byte 255
	.byte 1
	.uleb128 .Lentries.actions-.Lentries.calls
.Lentries.calls:
	.uleb128 0
	.uleb128 .Lentries.eh0-entries
	.byte 0, 0
	.uleb128 .Lentries.eh0-entries
	.uleb128 .Lentries.eh1-.Lentries.eh0
	.uleb128 .Lentries.bb4-entries
	.uleb128 0
	.uleb128 .Lentries.eh1-entries
	.uleb128 .Lentries.end-.Lentries.eh1
	.byte 0, 0
.Lentries.actions:
	.balign 4
.Lentries.types:
	.balign 4
	.ifndef DW.ref.__gxx_personality_v0
	.hidden DW.ref.__gxx_personality_v0
	.weak DW.ref.__gxx_personality_v0
	.section .data.rel.local.DW.ref.__gxx_personality_v0,"awG",@progbits,DW.ref.__gxx_personality_v0,comdat
	.balign 8
	.type DW.ref.__gxx_personality_v0, @object
	.size DW.ref.__gxx_personality_v0, 8
DW.ref.__gxx_personality_v0:
	.8byte __gxx_personality_v0
	.endif
	.text
	.section .rodata
	.balign 4
.Lentries.jt0:
	.4byte .Lentries.bb3-.Lentries.jt0
	.4byte .Lentries.bb2-.Lentries.jt0
	.text
	.text
	.globl twice
	.balign 16
	.type twice, %function
twice:
	.cfi_startproc
.Ltwice.bb0:
	endbr64
	subq $200, %rsp
	.cfi_def_cfa_offset 208
	leaq (%rsp), %rdi
	callq _setjmp@PLT
	endbr64
	callq may
	.cfi_remember_state
	addq $200, %rsp
	.cfi_def_cfa_offset 8
	retq
	.cfi_endproc
.Ltwice.end:
	.size twice, .Ltwice.end-twice
	.text
	.globl bare
	.balign 16
	.type bare, %function
bare:
	.cfi_startproc
.Lbare.bb0:
	endbr64
	ud2
	.cfi_endproc
.Lbare.end:
	.size bare, .Lbare.end-bare
	.section .note.gnu.property, "a", %note
	.balign 8
	.long 4, 16, 5
	.asciz "GNU"
	.long 0xc0000002, 4, 3
	.balign 8
