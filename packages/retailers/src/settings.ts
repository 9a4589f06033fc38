import type { Brand } from '@dropwire/domain';
import { httpUrl, wholeNumber, withFiles } from '@dropwire/domain/settings';
import { z } from 'zod';
import { fetchSettings } from './fetching/settings.ts';
import { IMAGE_HOSTS, type ImageHost } from './images/sources.ts';
import { type BudgetSetting, SOURCES, type SourceUrl, urlsOf } from './sources/index.ts';

/** The addresses of all shops and picture servers, by name. */
export type ShopUrls = Readonly<Record<SourceUrl | ImageHost, string>>;

const DEFAULTS = {
	...Object.fromEntries(SOURCES.flatMap((source) => urlsOf(source).map((url) => [url.name, url.default]))),
	...IMAGE_HOSTS,
} as ShopUrls;
const NAMES = Object.keys(DEFAULTS) as (keyof ShopUrls)[];

/** The values of SHOP_URLS, with the defaults of the names that it leaves out. */
const shopUrlsSetting = z
	.string()
	.transform((text, context): ShopUrls => {
		const given = parsedObject(text);
		if (given === null) {
			context.addIssue('must be a JSON object such as {"ADIDAS": "https://www.adidas.com"}');
			return z.NEVER;
		}
		const urls: Record<string, string> = { ...DEFAULTS };
		for (const [name, value] of Object.entries(given)) {
			const known = NAMES.find((one) => one === name);
			const url = known && (isPath(DEFAULTS[known]) ? path() : httpUrl()).safeParse(value);
			if (url?.success) urls[name] = url.data;
			else context.addIssue(url ? wrongValue(name, value) : unknownName(name, value));
		}
		return urls as ShopUrls;
	})
	.default(DEFAULTS);

/** The settings of all sources, of picture servers and of requests to shops, as a zod shape for `readSettings`. */
export const retailSettings = {
	SHOP_URLS: shopUrlsSetting.meta({
		description: 'Addresses of shops and picture servers by name, as JSON with those that differ',
	}),
	...(Object.fromEntries(
		SOURCES.map(({ budget }) => [
			budget.setting,
			wholeNumber(1, 1_000_000).default(budget.default).meta({ description: budget.description }),
		]),
	) as Record<BudgetSetting, z.ZodDefault<ReturnType<typeof wholeNumber>>>),
	...fetchSettings,
};

/** Addresses for SHOP_URLS: those that `urlOf` returns for the shops, and one for all pictures. */
export function shopUrls(urlOf: (name: Brand) => string, imagesUrl?: string): ShopUrls {
	const shops = SOURCES.flatMap((source) =>
		urlsOf(source).map((url) => [url.name, isPath(url.default) ? url.default : urlOf(source.name)]),
	);
	const images = Object.entries(IMAGE_HOSTS).map(([name, url]) => [name, imagesUrl ?? url]);
	return Object.fromEntries([...shops, ...images]) as ShopUrls;
}

/** A line for the log that names the deprecated settings in an environment; null if it has none. */
export function deprecationNotice(env: NodeJS.ProcessEnv = process.env): string | null {
	const deprecated = NAMES.map(settingOf).filter((setting) => env[setting]?.trim());
	return deprecated.length === 0 ? null : `Set SHOP_URLS instead of the deprecated ${deprecated.join(', ')}`;
}

/**
 * The environment with all addresses in SHOP_URLS: first those that it names itself, then those of deprecated settings such
 * as ADIDAS_URL, then the defaults.
 */
export function withShopUrls(
	from: NodeJS.ProcessEnv = process.env,
	defaults: Partial<ShopUrls> = {},
): NodeJS.ProcessEnv {
	const env = withFiles(['SHOP_URLS'], from);
	const given = parsedObject(env['SHOP_URLS']?.trim() || '{}');
	// Reported when the settings are read.
	if (given === null) return env;
	const deprecated = NAMES.flatMap((name) => {
		const value = env[settingOf(name)]?.trim();
		return value ? [[name, value]] : [];
	});
	return { ...env, SHOP_URLS: JSON.stringify({ ...defaults, ...Object.fromEntries(deprecated), ...given }) };
}

/** The deprecated setting of an address: `ADIDAS_URL`, `NIKE_IMAGE_URL_2`; a path has its own name. */
function settingOf(name: keyof ShopUrls): string {
	return isPath(DEFAULTS[name]) ? name : name.replace(/(_\d+)?$/, '_URL$1');
}

function parsedObject(text: string): Record<string, unknown> | null {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
	} catch {
		return null;
	}
}

function isPath(address: string): boolean {
	return address.startsWith('/');
}

function path() {
	return z.string().startsWith('/').max(2000);
}

function wrongValue(name: string, value: unknown): string {
	const what = isPath(DEFAULTS[name as keyof ShopUrls]) ? 'a path that begins with /' : 'an http or https URL';
	return `must have ${what} for ${name}, and ${JSON.stringify(value)} is not`;
}

function unknownName(name: string, value: unknown): string {
	return `must have only known names, and ${JSON.stringify(name)} (${JSON.stringify(value)}) is not. Names: ${NAMES.join(', ')}`;
}
