import {
	type CallOutput,
	type Contract,
	FILTER_RULES,
	OPTION_LIMITS,
	type SubscriptionOptions,
	type SubscriptionRow,
	threadIdOf,
	topicKinds,
	unseenSizes,
} from '@dropwire/contract';
import { ComponentType, escapeMarkdown, SelectMenuDefaultValueType } from 'discord.js';
import { buttonId } from '../interactions/command.ts';
import type { Translate } from '../texts/translate.ts';
import { COLORS } from '../ui/colors.ts';
import { optionLines } from '../ui/optionTexts.ts';
import { buttonRow, type Reply, reply, type Row, truncate } from '../ui/reply.ts';
import { NO_QUIET, PRESETS } from './quiet.ts';

type Trial = CallOutput<Contract['subscriptionTry']>['data'];
type Sizes = CallOutput<Contract['subscriptionSizes']>['data'];

/** The examples that the panel shows. */
const EXAMPLES = 5;
/** The most characters of an option, so that all options and the examples fit into an embed. */
const LINE_LENGTH = 400;

interface Facts {
	/** What the options would have let through. */
	trial: Trial;
	/** The sizes of the topic's last events; null for a link without a filter by size. */
	sizes: Sizes | null;
	/** The time zone of new quiet hours. */
	zone: string;
}

/** The settings of a link: its options, what they would have let through, and the menus and buttons that change them. */
export function panel(t: Translate, row: SubscriptionRow, { trial, sizes, zone }: Facts): Reply {
	const { id, topic, options, version } = row;
	const lines = optionLines(t, options).map((line) => {
		return `• ${withMentions(truncate(escapeMarkdown(line), LINE_LENGTH), options)}`;
	});
	const parts = [
		lines.length > 0 ? lines.join('\n') : t('panel.none'),
		trialText(t, trial),
		sizesText(t, options, sizes),
	];
	const text = parts.filter((part) => part !== null).join('\n\n');
	return reply(topic ? `${topic.toolsName} (${topic.region})` : t('panel.title'), text, {
		color: options.paused ? COLORS.calm : COLORS.signal,
		rows: [
			...kindsMenu(t, row),
			rolesMenu(t, id, options),
			quietMenu(t, id, options, zone),
			buttonRow([
				{ customId: buttonId('edit', 'filters', id), label: t('panel.filters') },
				{ customId: buttonId('edit', 'message', id), label: t('panel.message') },
				options.paused
					? { customId: buttonId('edit', 'resume', id), label: t('button.resume') }
					: { customId: buttonId('edit', 'pause', id), label: t('button.pause') },
				{
					customId: buttonId('edit', 'clear', id, version),
					label: t('panel.clear'),
					disabled: lines.length === 0,
				},
				{ customId: buttonId('links', 'page', 0), label: t('links.all') },
			]),
		],
	});
}

/** Roles and threads as mentions, which Discord shows by name. */
function withMentions(line: string, { mentions = [], ...options }: SubscriptionOptions): string {
	const threadId = threadIdOf(options);
	const named = mentions.reduce((text, id) => text.replace(id, `<@&${id}>`), line);
	return threadId === null ? named : named.replace(threadId, `<#${threadId}>`);
}

function trialText(t: Translate, { of, sent, examples }: Trial): string {
	if (of === 0) return t('trial.none');
	const shown = examples.slice(0, EXAMPLES).map(({ sku, title, rule }) => {
		const product = { title: escapeMarkdown(title), sku: escapeMarkdown(sku) };
		const text = rule === null ? t('trial.sent', product) : t('trial.held', { ...product, rule: ruleName(t, rule) });
		return `-# ${text}`;
	});
	const result = of === 1 ? t(sent === 1 ? 'trial.oneSent' : 'trial.oneHeld') : t('trial.result', { sent, count: of });
	return [result, ...shown].join('\n');
}

/** A warning about sizes that no product of the last events has; null without any. */
function sizesText(t: Translate, { sizes = [] }: SubscriptionOptions, seen: Sizes | null): string | null {
	const unseen = seen && seen.sizes.length > 0 ? unseenSizes(sizes, seen.sizes) : [];
	if (!seen || unseen.length === 0) return null;
	const text = truncate(escapeMarkdown(unseen.join(', ')), LINE_LENGTH);
	return `⚠️ ${t('trial.unseen', { count: seen.of, sizes: text })}`;
}

function ruleName(t: Translate, rule: string): string {
	const known = FILTER_RULES.find((one) => one === rule);
	return known ? t(`rule.${known}`) : rule;
}

/** The kinds that the topic can get; no menu where the operators write its messages. */
function kindsMenu(t: Translate, { id, topic, options: { kinds = [] } }: SubscriptionRow): Row[] {
	const possible = topicKinds(topic);
	if (possible.length === 0) return [];
	return [
		{
			type: ComponentType.ActionRow,
			components: [
				{
					type: ComponentType.StringSelect,
					custom_id: buttonId('edit', 'kinds', id),
					placeholder: t('panel.kinds'),
					min_values: 0,
					max_values: possible.length,
					options: possible.map((kind) => ({ label: t(`kind.${kind}`), value: kind, default: kinds.includes(kind) })),
				},
			],
		},
	];
}

function rolesMenu(t: Translate, id: string, { mentions = [] }: SubscriptionOptions): Row {
	return {
		type: ComponentType.ActionRow,
		components: [
			{
				type: ComponentType.RoleSelect,
				custom_id: buttonId('edit', 'roles', id),
				placeholder: t('panel.roles'),
				min_values: 0,
				max_values: OPTION_LIMITS.mentions,
				default_values: mentions.map((role) => ({ id: role, type: SelectMenuDefaultValueType.Role })),
			},
		],
	};
}

function quietMenu(t: Translate, id: string, { quiet }: SubscriptionOptions, zone: string): Row {
	const current = quiet && `${quiet.from}-${quiet.to}`;
	const hours = [...new Set([...PRESETS, ...(current === undefined ? [] : [current])])];
	return {
		type: ComponentType.ActionRow,
		components: [
			{
				type: ComponentType.StringSelect,
				custom_id: buttonId('edit', 'quiet', id),
				placeholder: t('panel.quiet'),
				options: [
					{ label: t('panel.noQuiet'), value: NO_QUIET, default: current === undefined },
					...hours.map((value) => ({
						label: t('panel.quietHours', { hours: value.replace('-', '–') }),
						description: t('panel.quietZone', { zone: quiet?.zone ?? zone }),
						value,
						default: value === current,
					})),
				],
			},
		],
	};
}
