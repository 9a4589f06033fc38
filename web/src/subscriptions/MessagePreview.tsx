import {
	type CallInput,
	type CallOutput,
	type Contract,
	FILTER_RULE_NAMES,
	type GuildRole,
	KINDS,
	type SubscriptionOptions,
} from '@dropwire/contract';
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf } from '../api/useCall.ts';
import { MessageView } from '../message/MessageView.tsx';
import { dateTime } from '../ui/format.ts';
import { useSettled } from './useSettled.ts';
import type { TrialResult } from './useTrial.ts';

type Preview = CallOutput<Contract['subscriptionPreview']>['data'];

interface Props {
	id: string;
	options: SubscriptionOptions;
	roles: readonly GuildRole[];
	/** The newest events, to choose from. */
	examples: TrialResult['examples'];
	paused: boolean;
	/** Whether an option is invalid, which is shown at its field. */
	invalid: boolean;
}

const run = (input: CallInput<Contract['subscriptionPreview']>, signal: AbortSignal) =>
	api.subscriptionPreview(input, signal);

/** The message as the options make it, of a real event of the topic, and whether they would let it through. */
export function MessagePreview({ id, options, roles, examples, paused, invalid }: Props) {
	const [event, setEvent] = useState('');
	const { current, result, error } = useSettled({ id, options, ...(event && { event }) }, run);
	const choices = examples.map(({ eventId, title, sent }) => ({
		value: eventId,
		label: `${title} (${sent ? 'sent' : 'held back'})`,
	}));
	return (
		<section className="options-preview" aria-label="Preview" aria-busy={!current}>
			<NativeSelect
				label="Preview"
				description="How Discord shows the message with these options."
				data={[{ value: '', label: choices.length > 0 ? 'The newest event that is sent' : 'A sample' }, ...choices]}
				value={event}
				onChange={({ currentTarget }) => setEvent(currentTarget.value)}
				disabled={choices.length === 0}
			/>
			{error !== null && !invalid ? (
				<p className="bad" role="alert">
					Preview failed: {reasonOf(error)}
				</p>
			) : (
				result && <Outcome preview={result} paused={paused} />
			)}
			{result && <MessageView body={result.body} roles={new Map(roles.map((role) => [role.id, `@${role.name}`]))} />}
		</section>
	);
}

function Outcome({ preview: { eventId, kind, at, rule, body }, paused }: { preview: Preview; paused: boolean }) {
	if (eventId === null) return <p className="dim">A sample: this topic has had no events yet.</p>;
	const what = `${KINDS[kind].name}, ${dateTime(at)}`;
	if (paused) return <p className="dim">{what}. Not sent while paused.</p>;
	if (rule !== null) {
		return (
			<p className="held">
				{what}. <b>Held back by {FILTER_RULE_NAMES[rule]}.</b>
			</p>
		);
	}
	const quiet = body['flags'] === undefined ? '' : ' In the quiet hours, as now, without a sound and mentions.';
	return (
		<p className="good">
			{what}. <b>Would be sent.</b>
			{quiet}
		</p>
	);
}
