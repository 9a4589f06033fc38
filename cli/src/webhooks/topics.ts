import { nearest } from '@dropwire/bff/contract/rows';
import { TOPICS, type Topic } from '@dropwire/bff/contract/vocabulary';
import type { Command } from 'commander';
import { usage } from '../failure.ts';

export const PARTS = ['brand', 'category', 'region', 'status'] as const;
type Part = (typeof PARTS)[number];
export type TopicOptions = { [P in Part]?: string };

/** Every word that a part of a topic can be. */
export function wordsOf(part: Part): string[] {
	return [...new Set(TOPICS.map((topic) => topic[part]))];
}

/** The options that choose groups of webhooks. */
export function withTopicOptions(command: Command): Command {
	for (const part of PARTS) command.option(`--${part} <words>`, wordsOf(part).join(', '));
	return command;
}

/** The groups that the options name; what is not said does not matter. @throws Failure (usage) when there are none */
export function chosenTopics(options: TopicOptions): Topic[] {
	const words = Object.fromEntries(PARTS.map((part) => [part, wordsSaid(part, options[part])]));
	const chosen = TOPICS.filter((topic) => PARTS.every((part) => words[part]?.includes(topic[part]) ?? true));
	if (chosen.length > 0) return [...chosen];
	const said = PARTS.flatMap((part) => (options[part] === undefined ? [] : [`--${part} ${options[part]}`])).join(' ');
	throw usage(`There is no group with ${said}.`);
}

/**
 * The groups that are to be written to. What could be meant in several ways must be said, if only as `all`: nobody adds
 * a webhook to a hundred groups by leaving something out.
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

/** Null for everything. @throws Failure (usage) for a word that there is not */
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

/** Whether a row's place is among the groups; and how the options said so. */
export function within(options: TopicOptions): { holds: (row: TopicOptions) => boolean; text: string } | null {
	const said = PARTS.flatMap((part) => (options[part] === undefined ? [] : [`--${part} ${options[part]}`]));
	if (said.length === 0) return null;
	const places = new Set(chosenTopics(options).map(placeOf));
	return { holds: (row) => places.has(placeOf(row)), text: said.join(' ') };
}

/** A group in one spelling. */
export function placeOf(row: TopicOptions): string {
	return PARTS.map((part) => (row[part] ?? '').trim().toUpperCase()).join(' ');
}
