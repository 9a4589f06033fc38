/** How a SKU can be stored: that of a link keeps its letter case, others are in capitals. */
export function spellings(sku: string): string[] {
	return [...new Set([sku, sku.toUpperCase()])];
}
