import {
	type NIKE_GROUP_STATUSES,
	type OperatorWebhook,
	type Region,
	REGION_NAMES,
	REGIONS,
	webhookGroups,
} from '@dropwire/bff/contract';
import { Button, TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { useUndo } from '../data/Undo.tsx';
import { useCall, refresh } from '../data/useCall.ts';
import { useFolds } from '../data/useFolds.ts';
import { Loaded } from '../shell/Loading.tsx';
import { AddWebhook } from './AddWebhook.tsx';
import { WebhookRow } from './WebhookRow.tsx';

type Category = 'SHOES' | 'EQUIPMENT';
type Status = (typeof NIKE_GROUP_STATUSES)[number];

/** Each group's title, and its name in the add panel (spec 2). */
const GROUPS: Readonly<Record<Status, { title: string; option: string }>> = {
	ACTIVE: { title: 'ACTIVE Webhooks', option: 'Active' },
	CLOSEOUT: { title: 'CLOSEOUT Webhooks', option: 'Closeout' },
	HOLD: { title: 'HOLD Webhooks', option: 'Hold' },
	DISCOUNT: { title: 'Discount Webhooks', option: 'Discount' },
};
const statusesOf = (region: Region) =>
	(Object.keys(GROUPS) as Status[]).filter((status) => status !== 'DISCOUNT' || region === 'US');

export const NikeShoes = () => <NikeWebhooks category="SHOES" title="Nike Shoes" />;
export const NikeEquipment = () => <NikeWebhooks category="EQUIPMENT" title="Nike Equipment" />;

/** The operator's webhooks of a Nike category: a section per region, a group per status. */
function NikeWebhooks({ category, title }: { category: Category; title: string }) {
	const [adding, setAdding] = useState(false);
	const [filter, setFilter] = useState('');
	const [chosen, setChosen] = useState<ReadonlyMap<string, Target>>(new Map());
	const folds = useFolds(`nike-${category.toLowerCase()}`, REGIONS);
	const { remove } = useUndo();

	const erase = (target: Target) =>
		remove(target.key, `Deleted ${target.label}`, async () => {
			const { region, status, label, value } = target;
			await api.nikeWebhooksChange({ region, category, action: 'DELETE', status, data: { label, value } });
			await refresh('nikeWebhooks');
		});

	return (
		<>
			<div className="page-head">
				<h1>{title} Webhooks</h1>
				<div className="tools">
					{chosen.size > 0 && (
						<Button
							variant="default"
							onClick={() => {
								for (const target of chosen.values()) erase(target);
								setChosen(new Map());
							}}
						>
							Delete {chosen.size} chosen
						</Button>
					)}
					<TextInput
						aria-label="Filter by label"
						placeholder="Filter by label"
						value={filter}
						onChange={(event) => setFilter(event.currentTarget.value)}
					/>
				</div>
			</div>
			{REGIONS.map((region) => (
				<RegionSection
					key={region}
					region={region}
					category={category}
					folded={folds.isFolded(region)}
					toggle={() => folds.toggle(region)}
					filter={filter}
					erase={erase}
					isChosen={(key) => chosen.has(key)}
					choose={(target, on) => {
						const next = new Map(chosen);
						if (on) next.set(target.key, target);
						else next.delete(target.key);
						setChosen(next);
					}}
				/>
			))}
			<Button
				className="fab"
				size="md"
				leftSection={<Plus size={18} aria-hidden="true" />}
				onClick={() => setAdding(true)}
			>
				Add webhook
			</Button>
			<AddWebhook
				opened={adding}
				close={() => setAdding(false)}
				statuses={(region) => statusesOf(region).map((value) => ({ value, label: GROUPS[value].option }))}
				add={async ({ label, url, region, status }) => {
					await api.nikeWebhooksChange({ region, category, action: 'INSERT', status, data: { label, value: url } });
					await refresh('nikeWebhooks');
				}}
			/>
		</>
	);
}

interface Target {
	key: string;
	region: Region;
	status: Status;
	label: string;
	value: string;
}

interface SectionProps {
	region: Region;
	category: Category;
	folded: boolean;
	toggle(): void;
	filter: string;
	erase(target: Target): void;
	isChosen(key: string): boolean;
	choose(target: Target, on: boolean): void;
}

function RegionSection({ region, category, folded, toggle, filter, erase, isChosen, choose }: SectionProps) {
	const question = useCall('nikeWebhooks', { region, category });
	const { isGoing } = useUndo();
	const rows = webhookGroups(question.data ?? []).flatMap((group) => group.webhooks);
	const failing = rows.filter(
		({ health }) => !health.active || health.lastStatus === 'failed' || health.lastStatus === 'expired',
	).length;
	const Chevron = folded ? ChevronRight : ChevronDown;
	const wanted = ({ label }: OperatorWebhook) => label.toLowerCase().includes(filter.trim().toLowerCase());
	return (
		<section className="region">
			<h2>
				<button type="button" aria-expanded={!folded} onClick={toggle}>
					<Chevron size={18} aria-hidden="true" />
					Nike {REGION_NAMES[region]}
					{question.data && (
						<span className="badge">
							{rows.length} {failing > 0 && <span className="failing">· {failing} failing</span>}
						</span>
					)}
				</button>
			</h2>
			{!folded && (
				<div className="region-body">
					<Loaded question={question} rows={statusesOf(region).length}>
						{(groups) =>
							statusesOf(region).map((status) => {
								const group = (webhookGroups(groups).find((entry) => entry.status === status)?.webhooks ?? []).filter(
									wanted,
								);
								return (
									<div className="group" key={status}>
										<h3>{GROUPS[status].title}</h3>
										<ul className="rows">
											{group.map((row) => {
												const target = { key: `${category}/${region}/${status}/${row.label}`, region, status, ...row };
												if (isGoing(target.key)) return null;
												return (
													<WebhookRow
														key={target.key}
														label={row.label}
														url={row.value}
														health={row.health}
														field="data.value"
														save={async (value) => {
															await api.nikeWebhooksChange({
																region,
																category,
																action: 'UPDATE',
																status,
																data: { label: row.label, value },
															});
															await refresh('nikeWebhooks');
														}}
														remove={() => erase(target)}
														chosen={isChosen(target.key)}
														choose={(on) => choose(target, on)}
													/>
												);
											})}
										</ul>
										{group.length === 0 && (
											<p className="empty">
												{filter ? 'None with that label.' : 'None yet. Add one with the button below.'}
											</p>
										)}
									</div>
								);
							})
						}
					</Loaded>
				</div>
			)}
		</section>
	);
}
