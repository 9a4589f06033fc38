import type { WebhookDetails } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { refresh } from '../api/useCall.ts';
import { openOptions } from '../subscriptions/OptionsPanel.tsx';
import { OptionsSummary } from '../subscriptions/OptionsSummary.tsx';

type Subscription = WebhookDetails['subscriptions'][number];

/** The options of each subscription of a webhook, and a button that edits them. */
export function OptionsList({ webhook: { subscriptions } }: { webhook: WebhookDetails }) {
	return (
		<section className="card" aria-label="Options">
			<ul className="rows">
				{subscriptions.map((row) => (
					<li className="row" key={row.id}>
						<span className="name topic">{nameOf(row)}</span>
						<span className="grow">
							{Object.keys(row.options).length === 0 ? (
								<span className="dim">Every message</span>
							) : (
								<OptionsSummary options={row.options} />
							)}
						</span>
						<Button
							variant="default"
							size="xs"
							aria-label={`Edit the options of ${nameOf(row)}`}
							onClick={() => openOptions({ id: row.id, name: nameOf(row), saved: () => refresh('webhook') })}
						>
							Edit
						</Button>
					</li>
				))}
			</ul>
		</section>
	);
}

function nameOf({ topic, guild }: Subscription): string {
	const name = topic ? `${topic.toolsName} · ${topic.region}` : 'Broadcast list';
	return guild ? `${guild.name}: ${name}` : name;
}
