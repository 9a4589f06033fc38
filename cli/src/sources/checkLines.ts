import { formatMoney, KNOWN_FROM_NAMES, type SourceCheck } from '@dropwire/contract';
import { type ExitCode, exitOfMany } from '../failure.ts';
import { safe } from '../terminal/output.ts';

type ProductCheck = SourceCheck['products'][number];

/** What a check of a source read, as text. `npm run sources:check` prints the same. */
export function checkLines({ source, address, knownFrom, products }: SourceCheck): string[] {
	const head = `${source} at ${address ?? 'any shop'}, format known from ${KNOWN_FROM_NAMES[knownFrom]}`;
	const nothing = '  not checked  no product is known that the shop always sells';
	return [head, ...(products.length === 0 ? [nothing] : products.flatMap(productLines))].map(safe);
}

function productLines({ sku, region, ms, title, price, available, evidence, sizes, problem }: ProductCheck): string[] {
	const asked = `${sku} in ${region}, ${(ms / 1000).toFixed(1)} s`;
	if (problem !== null) return [`  failed       ${asked}: ${problem}`];
	const cost = price ? formatMoney(price.current, price.currency) : 'price unknown';
	const count = (state: boolean | null) => sizes.filter((size) => size.available === state).length;
	const stock = `${count(true)} in stock, ${count(false)} out of stock, ${count(null)} unknown`;
	return [
		`  read         ${asked}: ${title}`,
		`               ${cost}, ${stockText(available)}; sizes: ${sizes.length === 0 ? 'none' : stock}; evidence: ${evidence}`,
	];
}

function stockText(available: boolean | null): string {
	if (available === null) return 'stock unknown';
	return available ? 'in stock' : 'out of stock';
}

/** The exit code: of sources without a product to check nothing is known, so they do not count. */
export function exitOfChecks(checks: readonly SourceCheck[]): ExitCode {
	const products = checks.flatMap((check) => check.products);
	return exitOfMany(products.filter(({ problem }) => problem !== null).length, products.length);
}
