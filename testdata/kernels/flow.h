/* What each lane of flow.cl computes, in OpenCL and in C. */
static inline unsigned
flow_of(unsigned i, unsigned n, unsigned k)
{
	unsigned x = i * 2654435761u, sum = 0, j = 0, m;

	while (j < n) {
		if (x & 1)
			x = x * 3 + 1;
		else
			x >>= 1;
		j++;
		if ((x & 7) == 3)
			continue;
		for (m = 0; m < (x & 3); m++) {
			sum += m ^ x;
			if ((sum & 7) == 0) {
				sum += k;
				break;
			}
			if ((sum & 63) == 7)
				return sum * 31 + x;
		}
		if (((sum ^ j) & 15) == 10)
			break;
	}
	return sum * 31 + x + j;
}
