/** The SKU of the n-th product. */
export function skuOf(n: number): string {
	return `GR${String(1000 + Math.floor(n / 100)).padStart(4, '0')}-${String(n % 100).padStart(3, '0')}`;
}

/** The n-th product as JSON with the size of a real one, about 1 kB. */
export function snapshot(n: number): string {
	const sizes = Array.from({ length: 12 }, (_, step) => ({
		size: `M ${7 + step / 2}`,
		available: true,
		level: 'HIGH',
		count: null,
	}));
	return JSON.stringify({
		brand: 'NIKE',
		sku: skuOf(n),
		region: 'US',
		title: `Air Jordan ${n} Retro OG White Metallic`,
		subtitle: 'Basketball Shoes',
		category: 'SHOES',
		status: 'ACTIVE',
		price: { current: 21_500, full: 21_500, currency: 'USD' },
		launchAt: null,
		launchMethod: null,
		available: true,
		sizes,
		promoExcluded: false,
		image: 'https://static.nike.com/a/images/air-jordan.jpg',
		url: `https://www.nike.com/t/${n}`,
	});
}
