import type { ImageBrand } from '@dropwire/contract';

/** How a brand writes its SKUs. */
interface SkuForm {
	example: string;
	/** The two parts of a SKU in which the dash is missing. */
	parts?: RegExp;
}

const FORMS: Readonly<Record<ImageBrand, SkuForm>> = {
	adidas: { example: 'EG4959' },
	asics: { example: '1203A474-002', parts: /^(\d{4}[A-Z]\d{3})(\d{3})$/i },
	carhartt: { example: '103828-BLK', parts: /^(\d{6})([A-Z0-9]{3})$/i },
	crocs: { example: '10001-001', parts: /^(\d{5,6})([A-Z0-9]{3})$/i },
	'new-balance': { example: 'M990GL6' },
	nike: { example: 'CK9246-101', parts: /^([A-Z0-9]{6})(\d{3})$/i },
	puma: { example: '374915-01' },
	timberland: { example: 'TB010061' },
};

/** An example of the brand's SKUs, for the empty field. */
export function exampleSku(brand: ImageBrand): string {
	return FORMS[brand].example;
}

/** The SKU with the dash that its brand writes; null if it has one, or if the brand writes none. */
export function withDash(brand: ImageBrand, sku: string): string | null {
	const [, style, color] = FORMS[brand].parts?.exec(sku) ?? [];
	return style && color ? `${style}-${color}`.toUpperCase() : null;
}
