	.text
	.globl "n\nl"
	.balign 16
	.type "n\nl", %function
"n\nl":
	.cfi_startproc
.Ln$5cnl.bb0:
	retq
	.cfi_endproc
.Ln$5cnl.end:
	.size "n\nl", .Ln$5cnl.end-"n\nl"
	.text
	.globl "fé"
	.balign 16
	.type "fé", %function
"fé":
	.cfi_startproc
.Lf$c3$a9.bb0:
	retq
	.cfi_endproc
.Lf$c3$a9.end:
	.size "fé", .Lf$c3$a9.end-"fé"
	.text
	.globl "gé"
	.balign 16
	.type "gé", %function
"gé":
	.cfi_startproc
.Lg$c3$a9.bb0:
	retq
	.cfi_endproc
.Lg$c3$a9.end:
	.size "gé", .Lg$c3$a9.end-"gé"
	.text
	.globl "it's"
	.balign 16
	.type "it's", %function
"it's":
	.cfi_startproc
.Lit$27s.bb0:
	retq
	.cfi_endproc
.Lit$27s.end:
	.size "it's", .Lit$27s.end-"it's"
	.text
	.globl "say \"h\\i\""
	.balign 16
	.type "say \"h\\i\"", %function
"say \"h\\i\"":
	.cfi_startproc
.Lsay$20$5ch$5c$5ci$5c.bb0:
	retq
	.cfi_endproc
.Lsay$20$5ch$5c$5ci$5c.end:
	.size "say \"h\\i\"", .Lsay$20$5ch$5c$5ci$5c.end-"say \"h\\i\""
