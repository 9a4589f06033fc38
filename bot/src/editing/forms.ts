import {
	amountOf,
	OPTION_LIMITS,
	type SubscriptionOptions,
	type SubscriptionRow,
	splitSizes,
} from '@dropwire/contract';
import { type APITextInputComponent, ComponentType, TextInputStyle } from 'discord.js';
import { buttonId, type Form } from '../interactions/command.ts';
import { entriesOf } from '../interactions/linkOptions.ts';
import type { Translate } from '../texts/translate.ts';
import { UserError } from '../userError.ts';
import { parseQuiet, quietText } from './quiet.ts';

/** The two forms of the settings panel. */
export type FormName = 'filters' | 'message';
/** Reads a field of a submitted form. */
type Fields = (name: string) => string;

/** Discord's limit for the text of a field. */
const MAX_TEXT = 4000;
/** Discord's limit for the placeholder of a field. */
const MAX_PLACEHOLDER = 100;

interface Field {
	label: string;
	placeholder: string;
	value: string;
	long?: boolean;
	max?: number;
}

/**
 * The form with the current values. Its id has the version of the options that it shows.
 * @param sizes those of the topic's last events, which the empty field shows as examples
 */
export function formOf(
	t: Translate,
	name: FormName,
	{ id, options, version }: SubscriptionRow,
	sizes: readonly string[],
): Form {
	const fields = name === 'filters' ? filterFields(t, options, sizes) : messageFields(t, options);
	return {
		custom_id: buttonId('edit', name, id, version),
		title: t(name === 'filters' ? 'form.filters' : 'form.message'),
		components: Object.entries(fields).map(([field, content]) => ({
			type: ComponentType.ActionRow,
			components: [input(field, content)],
		})),
	};
}

/** @throws UserError for a field that is no number, or not of the form that its placeholder shows */
export function readForm(name: FormName, old: SubscriptionOptions, fields: Fields, zone: string): SubscriptionOptions {
	return name === 'filters' ? readFilters(old, fields) : readMessage(old, fields, zone);
}

function filterFields(t: Translate, options: SubscriptionOptions, seen: readonly string[]) {
	const { include, exclude, sizes, minDiscount } = options;
	return {
		include: {
			label: t('form.include'),
			placeholder: t('form.includeExample'),
			value: listText(include),
			long: true,
		},
		exclude: {
			label: t('form.exclude'),
			placeholder: t('form.excludeExample'),
			value: listText(exclude),
			long: true,
		},
		sizes: {
			label: t('form.sizes'),
			placeholder: examplesOf(seen) || '9, M 10.5, EU 42, XL',
			value: listText(sizes),
			long: true,
		},
		price: {
			label: t('form.price'),
			placeholder: t('form.priceExample'),
			value: priceRange(options),
			max: 60,
		},
		discount: { label: t('form.discount'), placeholder: '20', value: String(minDiscount ?? ''), max: 3 },
	} satisfies Record<string, Field>;
}

function messageFields(t: Translate, { quiet, thread, name, avatar }: SubscriptionOptions) {
	return {
		quiet: {
			label: t('form.quiet'),
			placeholder: '22:00-07:00 Europe/Vienna',
			value: quiet ? quietText(quiet) : '',
			max: 80,
		},
		name: { label: t('form.name'), placeholder: 'Dropwire', value: name ?? '', max: OPTION_LIMITS.name },
		avatar: { label: t('form.avatar'), placeholder: 'https://…', value: avatar ?? '', max: 2048 },
		// Only posts of a forum have a name; the thread of a link does not change.
		...(thread &&
			'name' in thread && {
				post: {
					label: t('form.post'),
					placeholder: '{title}',
					value: thread.name,
					max: OPTION_LIMITS.threadName,
				},
			}),
	} satisfies Record<string, Field>;
}

function readFilters(old: SubscriptionOptions, fields: Fields): SubscriptionOptions {
	return {
		...old,
		...pricesOf(fields('price').trim(), old),
		include: listOf(fields('include'), old.include),
		exclude: listOf(fields('exclude'), old.exclude),
		sizes: listOf(fields('sizes'), old.sizes, splitSizes),
		minDiscount: numberOf(fields('discount').replace('%', '')),
	};
}

/** The lowest and the highest price as the form shows them. */
function priceRange({ minPrice, maxPrice }: SubscriptionOptions): string {
	return minPrice === undefined && maxPrice === undefined ? '' : `${minPrice ?? ''}-${maxPrice ?? ''}`;
}

/** @param old is kept if the user has not changed its text */
function pricesOf(text: string, old: SubscriptionOptions): Pick<SubscriptionOptions, 'minPrice' | 'maxPrice'> {
	if (text === priceRange(old)) return {};
	if (text === '') return { minPrice: undefined, maxPrice: undefined };
	const ends =
		/^([^-–]*)[-–]([^-–]*)$/
			.exec(text)
			?.slice(1)
			.map((end) => end.trim()) ?? [];
	const [minPrice, maxPrice] = ends.map((end) => (end === '' ? undefined : amountOf(end)));
	if ((minPrice ?? maxPrice) === undefined || Number.isNaN(minPrice) || Number.isNaN(maxPrice)) {
		throw new UserError((t) => t('deny.price', { text }));
	}
	return { minPrice, maxPrice };
}

function readMessage(old: SubscriptionOptions, fields: Fields, zone: string): SubscriptionOptions {
	const { thread } = old;
	const post = thread && 'name' in thread ? thread : null;
	return {
		...old,
		quiet: parseQuiet(fields('quiet'), old.quiet?.zone ?? zone),
		name: fields('name').trim() || undefined,
		avatar: fields('avatar').trim() || undefined,
		...(post && { thread: { ...post, name: fields('post').trim() || '{title}' } }),
	};
}

function input(
	name: string,
	{ label, placeholder, value, long = false, max = MAX_TEXT }: Field,
): APITextInputComponent {
	return {
		type: ComponentType.TextInput,
		custom_id: name,
		label,
		placeholder,
		value,
		required: false,
		style: long ? TextInputStyle.Paragraph : TextInputStyle.Short,
		max_length: max,
	};
}

/** A list as its field shows it. The dashboard can make longer ones than a field can hold, and entries with commas. */
function listText(entries: readonly string[] | undefined): string {
	return (entries ?? []).join(', ').slice(0, MAX_TEXT).trim();
}

/** As many entries as the placeholder of a field can have. */
function examplesOf(entries: readonly string[]): string {
	const fitting = entries.filter((_, index) => entries.slice(0, index + 1).join(', ').length <= MAX_PLACEHOLDER);
	return fitting.join(', ');
}

/** @param old is kept if the user has not changed its text, which may not show all of it */
function listOf(text: string, old: string[] | undefined, split = entriesOf): string[] | undefined {
	if (text.trim() === listText(old)) return old;
	const entries = split(text);
	return entries.length === 0 ? undefined : entries;
}

function numberOf(text: string): number | undefined {
	if (text.trim() === '') return undefined;
	const number = Number(text);
	if (Number.isFinite(number)) return number;
	throw new UserError((t) => t('deny.number', { text: text.trim() }));
}
