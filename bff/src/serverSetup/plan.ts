import { createHash } from 'node:crypto';
import type { SetupChange } from '@dropwire/contract';
import {
	FORUM_POST_NAME,
	LIMITS,
	maskWebhook,
	optionProblems,
	topicKinds,
	type SubscriptionOptions,
	toolsNames,
	type Topic,
	TOPICS,
} from '@dropwire/domain';
import { loadOptions } from '@dropwire/engine';
import type { SetupLink } from './readLinks.ts';
import type { Addition, Target, Targets } from './targets.ts';

/** What one change does. */
export type Step = { region: string; toolsName: string; target: string } & (
	| { outcome: 'added' | 'repaired'; to: Target; options: SubscriptionOptions; replaces: SetupLink | null }
	| { outcome: 'removed'; link: SetupLink }
	| { outcome: 'unchanged' }
	| { outcome: 'refused'; problem: string }
);

/** What changes do to the links of a server, in the order of the changes. */
export function planSetup(links: readonly SetupLink[], changes: readonly SetupChange[], targets: Targets): Step[] {
	const removals = new Set(changes.flatMap((change) => (change.action === 'REMOVE' ? [change.id] : [])));
	const kept = links.filter(({ id }) => !removals.has(String(id)));
	const counts = new Map<string, number>();
	for (const link of kept) counts.set(topicOf(link), (counts.get(topicOf(link)) ?? 0) + 1);
	let total = kept.length;
	/** The additions so far, by topic and place. */
	const added = new Set<string>();
	const removed = new Set<string>();

	function add(change: Addition): Step {
		const { region, toolsName } = change;
		const step = { region, toolsName };
		const refuse = (problem: string, target = ''): Step => ({ ...step, target, outcome: 'refused', problem });
		if (!toolsNames(region).includes(toolsName)) return refuse(`${region} has no topic ${toolsName}.`);
		const [misfit] = Object.entries(optionProblems(change.options ?? {}, findTopic(change)));
		if (misfit) return refuse(`The option ${misfit.join(' ')}.`);
		const to = targets(change);
		if ('problem' in to) return refuse(to.problem);
		const target = to.name;
		const here = kept.filter((link) => topicOf(link) === topicOf(change) && isSamePlace(link, to));
		const key = `${topicOf(change)} ${to.channelId ?? to.discordId} ${to.threadId}`;
		if (here.some(({ active }) => active) || added.has(key)) return { ...step, target, outcome: 'unchanged' };
		const replaces = here[0] ?? null;
		const options = optionsOf(change, links, to, replaces);
		added.add(key);
		if (replaces) return { ...step, target, outcome: 'repaired', to, options, replaces };
		const count = (counts.get(topicOf(change)) ?? 0) + 1;
		if (count > LIMITS.webhooksPerChannel) {
			return refuse(`A topic can have ${LIMITS.webhooksPerChannel} webhooks of a server. Remove one first.`, target);
		}
		if (++total > LIMITS.webhooksPerGuild) {
			return refuse(`A server can have ${LIMITS.webhooksPerGuild} webhooks. Remove some first.`, target);
		}
		counts.set(topicOf(change), count);
		return { ...step, target, outcome: 'added', to, options, replaces };
	}

	return changes.map((change) => {
		if (change.action === 'ADD') return add(change);
		const link = links.find(({ id }) => String(id) === change.id);
		if (!link) {
			const problem = `Link ${change.id} is not a link of this server.`;
			return { region: '', toolsName: '', target: '', outcome: 'refused', problem };
		}
		const { region, toolsName, channelName, discordId, threadId } = link;
		const target = channelName ? `#${channelName}` : maskWebhook(discordId, threadId);
		if (removed.has(change.id)) return { region, toolsName, target, outcome: 'unchanged' };
		removed.add(change.id);
		return { region, toolsName, target, outcome: 'removed', link };
	});
}

/** Identifies the effect of a plan: equal ids mean the same changes to the same links. */
export function planIdOf(steps: readonly Step[]): string {
	const effects = steps.map((step) => [
		step.outcome,
		step.region,
		step.toolsName,
		'link' in step ? step.link.id : null,
		'to' in step ? [step.to.channelId ?? step.to.discordId, step.to.threadId, step.replaces?.id, step.options] : null,
	]);
	return createHash('sha256').update(JSON.stringify(effects)).digest('base64url');
}

export function topicOf({ region, toolsName }: { region: string; toolsName: string }): string {
	return `${region} ${toolsName}`;
}

function isSamePlace(link: SetupLink, to: Target): boolean {
	if (link.threadId !== to.threadId) return false;
	return link.channelId !== null && to.channelId !== null
		? link.channelId === to.channelId
		: link.discordId === to.discordId;
}

/** The options without those that a subscription to this topic cannot have. */
function fitting(options: SubscriptionOptions, topic: Pick<Addition, 'region' | 'toolsName'>): SubscriptionOptions {
	const kinds = options.kinds?.filter((kind) => topicKinds(topic).includes(kind));
	const named = kinds?.length ? { ...options, kinds } : options;
	const problems = optionProblems(named, findTopic(topic));
	return Object.fromEntries(Object.entries(named).filter(([option]) => !(option in problems)));
}

function findTopic({ region, toolsName }: Pick<Addition, 'region' | 'toolsName'>): Topic | null {
	return TOPICS.find((topic) => topic.region === region && topic.toolsName === toolsName) ?? null;
}

/** A link that is repaired keeps the options that the change does not name. A forum accepts no messages outside of its posts. */
function optionsOf(
	{ options, sameAs, ...topic }: Addition,
	links: readonly SetupLink[],
	to: Target,
	replaces: SetupLink | null,
): SubscriptionOptions {
	const source = sameAs === undefined ? undefined : links.find(({ id }) => String(id) === sameAs);
	const named = options ?? (source && !replaces ? fitting(loadOptions(source, { threadId: null }), topic) : {});
	const kept = replaces ? loadOptions(replaces, { threadId: null }) : {};
	// The old bound could exclude every price that the new one allows.
	const isPriced = named.minPrice !== undefined || named.maxPrice !== undefined;
	const own = { ...kept, ...(isPriced && { minPrice: undefined, maxPrice: undefined }), ...named };
	return to.kind === 'forum' && own.thread === undefined ? { ...own, thread: { name: FORUM_POST_NAME } } : own;
}
