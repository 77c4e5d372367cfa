	.type table, %object
	.section .rodata,"a",%progbits
	.balign 8
table:
	.8byte 7
	.size table, 8
	.section .note.GNU-stack,"",%progbits
	.text
	.globl both
	.balign 16
	.type both, %function
	.4byte 5
	.zero 4
	.8byte table
both:
	.cfi_startproc
	.ascii "\220\220"
.Lboth.bb0:
	retq
	.cfi_endproc
.Lboth.end:
	.size both, .Lboth.end-both
	.text
	.globl distance
	.balign 32
	.type distance, %function
	.4byte table-distance
	.zero 4
distance:
	.cfi_startproc
.Ldistance.bb0:
	retq
	.cfi_endproc
.Ldistance.end:
	.size distance, .Ldistance.end-distance
	.text
	.globl signed
	.balign 16
	.type signed, %function
	.byte 3
	.4byte 3238382334
	.4byte 688167624
signed:
	.cfi_startproc
.Lsigned.bb0:
	retq
	.cfi_endproc
.Lsigned.end:
	.size signed, .Lsigned.end-signed
	.text
	.globl "name prefix x"
	.balign 16
	.type "name prefix x", %function
"name prefix x":
	.cfi_startproc
.Lname$20prefix$20x.bb0:
	retq
	.cfi_endproc
.Lname$20prefix$20x.end:
	.size "name prefix x", .Lname$20prefix$20x.end-"name prefix x"
