import '../theme/overlays.ts';
import './why.css';
import { isProductWhy } from '@dropwire/contract';
import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { FilterTime } from '../ui/FilterTime.tsx';
import { Loaded } from '../ui/Loading.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { type Owner, useOwners } from './useOwners.ts';
import { WhyPath } from './WhyPath.tsx';

/** A question about a product, or about an event by its id. */
export interface Asked {
	product?: { brand: string; sku: string; regions: readonly string[] };
	eventId?: string;
	/** Whose message it is about; unset to choose. */
	owner?: Owner;
}

/** What happened to a product around a moment: the answer in a sentence, then every step with its time. */
export default function WhyDialog({ name, close, ...asked }: Asked & { name: string; close(): void }) {
	return (
		<Modal opened onClose={close} title={`Why? ${name}`} size="lg" centered>
			<Question {...asked} />
		</Modal>
	);
}

function Question({ product, eventId, owner }: Asked) {
	useFocusBack();
	const event = useCall('event', eventId === undefined ? null : { id: eventId });
	if (product) return <Answer {...product} at={null} owner={owner} />;
	return (
		<Loaded call={event} rows={4}>
			{({ data: { source, sku, region, at } }) => (
				<Answer brand={source} sku={sku} regions={[region]} at={at} owner={owner} />
			)}
		</Loaded>
	);
}

interface Props {
	brand: string;
	sku: string;
	/** At least one; the first one is asked about first. */
	regions: readonly string[];
	/** The moment, epoch ms; null to choose it. */
	at: number | null;
	owner: Owner | undefined;
}

function Answer({ brand, sku, regions, at, owner }: Props) {
	const owners = useOwners(owner ? null : { brand, sku });
	const isChoice = owner === undefined && owners.length > 1;
	const [chosen, choose] = useState(0);
	const [region, setRegion] = useState(regions[0] ?? '');
	const [typed, setTyped] = useState('');
	const asker = owner ?? owners[chosen]?.owner;
	const moment = at ?? (typed === '' ? undefined : Date.parse(typed));
	const call = useCall('why', asker ? { brand, sku, region, at: moment, ...asker } : null, {
		keepPreviousData: false,
	});
	return (
		<div className="why">
			<div className="why-question">
				{/* Before the others: Mantine's focus trap lets Tab leave a dialog that ends with a field of a time. */}
				{at === null && (
					<FilterTime
						type="datetime-local"
						label="When"
						description="Empty for now. The answer covers 10 minutes before and after."
						value={typed}
						change={setTyped}
					/>
				)}
				{regions.length > 1 && (
					<NativeSelect
						label="Region"
						data={[...regions]}
						value={region}
						onChange={(event) => setRegion(event.currentTarget.value)}
					/>
				)}
				{isChoice && (
					<NativeSelect
						label="For"
						data={owners.map(({ name }, n) => ({ value: String(n), label: name }))}
						value={String(chosen)}
						onChange={(event) => choose(Number(event.currentTarget.value))}
					/>
				)}
			</div>
			<Loaded call={call} rows={5}>
				{(answer) => isProductWhy(answer) && <WhyPath answer={answer} watch={asker?.watchId !== undefined} />}
			</Loaded>
		</div>
	);
}
