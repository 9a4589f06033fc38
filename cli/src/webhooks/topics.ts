import { nearest } from '@dropwire/contract/rows';
import { TOPICS, type Topic } from '@dropwire/domain';
import { Option } from 'commander';
import { usage } from '../failure.ts';
import type { Within } from '../rows/import.ts';
import { completed } from '../terminal/options.ts';

export const PARTS = ['brand', 'category', 'region', 'status'] as const;
type Part = (typeof PARTS)[number];
export type TopicOptions = { [P in Part]?: string };

/** All possible values for one part of a topic. */
export function wordsOf(part: Part): string[] {
	return [...new Set(TOPICS.map((topic) => topic[part]))];
}

/** The options that select groups of webhooks. */
export const TOPIC_OPTIONS = PARTS.map((part) =>
	completed(new Option(`--${part} <words>`, wordsOf(part).join(', ')), () => wordsOf(part)),
);

/** The groups that match the options; omitted options match every value. @throws Failure (usage) if no group matches */
export function chosenTopics(options: TopicOptions): Topic[] {
	const words = Object.fromEntries(PARTS.map((part) => [part, wordsSaid(part, options[part])]));
	const chosen = TOPICS.filter((topic) => PARTS.every((part) => words[part]?.includes(topic[part]) ?? true));
	if (chosen.length > 0) return [...chosen];
	const said = PARTS.flatMap((part) => (options[part] === undefined ? [] : [`--${part} ${options[part]}`])).join(' ');
	throw usage(`There is no group with ${said}.`);
}

/**
 * The groups to write to. An option with several possible values is required, and may be `all`, so that an omitted
 * option never adds a webhook to a hundred groups.
 */
export function namedTopics(options: TopicOptions): Topic[] {
	const chosen = chosenTopics(options);
	for (const part of PARTS) {
		const open = [...new Set(chosen.map((topic) => topic[part]))];
		if (options[part] === undefined && open.length > 1)
			throw usage(`--${part} is needed: one or several of ${open.join(', ')}; or all.`);
	}
	return chosen;
}

/** Null selects every value. @throws Failure (usage) for an unknown value */
function wordsSaid(part: Part, text: string | undefined): string[] | null {
	if (text === undefined || text.trim().toLowerCase() === 'all') return null;
	const known = wordsOf(part);
	return text
		.split(',')
		.map((word) => word.trim().toUpperCase())
		.map((word) => {
			if (known.includes(word)) return word;
			const close = nearest(word, known);
			throw usage(
				`There is no ${part} ${JSON.stringify(word)}.`,
				close ? `Did you mean ${close}?` : `There are: ${known.join(', ')}`,
			);
		});
}

/** Matches rows in the selected groups, with the options as text; null without options. */
export function within(options: TopicOptions): Within | null {
	const said = PARTS.flatMap((part) => (options[part] === undefined ? [] : [`--${part} ${options[part]}`]));
	if (said.length === 0) return null;
	const topics = chosenTopics(options);
	const places = new Set(topics.map(placeOf));
	const equal = PARTS.filter((part) => topics.every((topic) => topic[part] === topics[0]?.[part]));
	return {
		holds: (row) => places.has(placeOf(row)),
		text: said.join(' '),
		defaults: Object.fromEntries(equal.map((part) => [part, topics[0]?.[part] ?? ''])),
	};
}

/** A group as a normalized key. */
export function placeOf(row: TopicOptions): string {
	return PARTS.map((part) => (row[part] ?? '').trim().toUpperCase()).join(' ');
}
