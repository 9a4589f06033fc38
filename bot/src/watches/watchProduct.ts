import {
	BRANDS,
	escapeMarkdown,
	foldSku,
	formatMoney,
	isExactSku,
	isSkuOf,
	meansSku,
	newSpelling,
	PRODUCT_BRANDS,
	type Region,
	showSize,
	spellings,
	type Watch,
	type WatchPlace,
} from '@dropwire/contract';
import type { AutocompleteInteraction, Embed } from 'discord.js';
import type { BotContext } from '../context.ts';
import type { Choice } from '../interactions/command.ts';
import { MAX_NAME_LENGTH, splitBrand } from '../interactions/options.ts';
import type { Api } from '../server/api.ts';
import { reasonText } from '../texts/serverTexts.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { type Reply, reply, truncate } from '../ui/reply.ts';
import { UserError } from '../userError.ts';

/** A product that can be watched. */
export type Product = Pick<Watch, 'brand' | 'sku'> & Partial<Pick<Watch, 'title'>>;

/** Products that are suggested. Discord shows up to 25. */
const SUGGESTED = 25;
/** The most products that are named where a text fits several. */
const MAX_NAMED = 10;
const TITLE_LENGTH = 80;

/** Products of the catalogue; without a text those that changed last. */
export async function suggestProduct(
	bot: BotContext,
	{ user }: AutocompleteInteraction,
	text: string,
): Promise<Choice[]> {
	const server = bot.server.as(user.id, 'suggestion');
	const q = text.trim();
	try {
		const { data } = await server.catalogue(q === '' ? {} : { q });
		return data.slice(0, SUGGESTED).map((product) => ({
			name: truncate(`${productValue(product)} · ${product.title}`, MAX_NAME_LENGTH),
			value: productValue(product),
		}));
	} catch {
		// An outage is reported by the command itself.
		return [];
	}
}

/** The value of a suggested product: `NIKE CK9246-101`. */
function productValue({ brand, sku }: Product): string {
	return `${brand} ${sku}`;
}

/**
 * The product that a text means (`productsOf`).
 * @throws UserError if it is none or several
 */
export async function productOf(server: Api, text: string): Promise<Product> {
	const product = onlyOf(text, await productsOf(server, text));
	if (product) return product;
	throw new UserError((t) => t('watch.unknown', { text: truncate(text, 50) }));
}

/** The product of a text that means at most one. @throws UserError if it means several */
export function onlyOf(text: string, found: readonly Product[]): Product | undefined {
	if (found.length <= 1) return found[0];
	const products = found.slice(0, MAX_NAMED).map(productText).join('\n');
	throw new UserError((t) => t('watch.several', { text: truncate(text, 50), products }));
}

/**
 * The products that a suggestion, a brand with a SKU, a SKU, or words of the title can mean. A SKU that the catalogue lacks needs
 * its brand: words are never taken for one.
 */
export async function productsOf(server: Api, text: string): Promise<readonly Product[]> {
	const { brand, sku } = splitBrand(text);
	const ofBrand = brand ? await search(server, sku, brand) : [];
	const exactly = inSpelling(ofBrand, sku);
	if (brand && exactly.length === 1) return exactly;
	if (brand && exactly.length === 0 && !sku.includes(' ') && isSkuOf(brand, sku) && /\d/.test(sku))
		return [{ brand, sku: newSpelling(brand, sku) }];
	const found = ofBrand.length > 0 ? ofBrand : await search(server, text);
	const exact = inSpelling(found, text);
	// The search ignores separators and letter case also where they make it another product.
	const isOther = (one: Product) => foldSku(one.sku) === foldSku(sku) && isExactSku(one.brand, sku);
	return exact.length > 0 ? exact : found.filter((one) => !isOther(one));
}

/** The product that a message of Dropwire is about, by the field with its SKU and the shop in its footer; null if it is none. */
export function productIn(embeds: readonly Pick<Embed, 'title' | 'fields' | 'footer'>[]): Product | null {
	const [embed, ...others] = embeds;
	if (!embed || others.length > 0) return null;
	const sku = /^`([^`]+)`/.exec(embed.fields.find(({ name }) => name === 'SKU')?.value ?? '')?.[1];
	const shop = embed.footer?.text.split(' · ')[1];
	// The footer of an offer has its name behind the shop's: `Nike Refurbished`.
	const brand = PRODUCT_BRANDS.find((one) => `${shop} `.startsWith(`${BRANDS[one].name} `));
	return sku !== undefined && brand !== undefined && isSkuOf(brand, sku) ? { brand, sku } : null;
}

async function search(server: Api, q: string, brand?: Product['brand']): Promise<Product[]> {
	const { data } = await server.catalogue({ q, ...(brand && { brand }) });
	return data;
}

/** The products with a SKU in the closest spelling: this one, in capitals, other separators and letter case. */
function inSpelling(products: readonly Product[], typed: string): Product[] {
	const text = typed.trim();
	const exactly = spellings(text).map((spelling) => products.filter(({ sku }) => sku === spelling));
	const loosely = products.filter((one) => meansSku(one, text));
	return [...exactly, loosely].find(({ length }) => length > 0) ?? [];
}

/** `**Zoom Vomero 5** (Nike, CK9246-101)` */
export function productText({ brand, sku, title }: Product): string {
	const id = `\`${sku.replaceAll('`', "'")}\``;
	const { name } = BRANDS[brand];
	return title ? `**${escapeMarkdown(truncate(title, TITLE_LENGTH))}** (${name}, ${id})` : `**${name}** ${id}`;
}

/** Makes a watch, and says what is watched and where the notices arrive. */
export async function watchProduct(
	{ server, t, log }: BotContext,
	userId: string,
	product: Product,
	options: Pick<Watch, 'sizes' | 'maxPrice'> & { regions: Region[] | null } = {
		sizes: null,
		maxPrice: null,
		regions: null,
	},
): Promise<Reply> {
	const api = server.as(userId);
	const { brand, sku } = product;
	const { data } = await api.watchCreate({ brand, sku, ...options });
	// The watch exists: that its place cannot be read is no failure of the command.
	const place = await api.watchPlace().catch((error: unknown) => {
		log.warn({ err: error }, 'could not read the place of notices');
		return null;
	});
	const lines = [
		t('watch.made', { product: productText(data) }),
		...optionLines(t, data),
		...(place ? placeLines(t, place.data) : []),
		data.polled.length === 0 ? t('watch.notPolled') : '',
	];
	return reply(t('watch.madeTitle'), lines.filter(Boolean).join('\n'), { color: COLORS.good });
}

/** The regions, sizes and highest price of a watch; nothing for those that it does not limit. */
export function optionLines(t: Translate, { regions, sizes, maxPrice }: Watch): string[] {
	return [
		regions === null
			? ''
			: t('watch.region', { region: regions.map((region) => t.region(region as Region)).join(', ') }),
		sizes === null ? '' : t('option.sizes', { sizes: escapeMarkdown(sizes.map(showSize).join(', ')) }),
		maxPrice === null ? '' : t('option.priceTo', { most: formatMoney(maxPrice.amount, maxPrice.currency, t.tag) }),
	].filter(Boolean);
}

/** Where the notices of a person arrive, and why the last one did not. */
export function placeLines(t: Translate, { guildId, channelId, reason }: WatchPlace): string[] {
	const thread = channelId === null ? t('watch.newThread') : t('watch.thread', { thread: `<#${channelId}>` });
	return [
		guildId === null ? t('watch.direct') : thread,
		reason === null ? '' : t('watch.problem', { reason: reasonText(t, reason) }),
	].filter(Boolean);
}
