import '../ui/lists.css';
import './productRequests.css';
import { counted, type OpenProductRequest } from '@dropwire/contract';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { reasonOf, refresh } from '../api/useCall.ts';
import { usePages } from '../api/usePages.ts';
import { Banner } from '../ui/Banner.tsx';
import { FormModal } from '../ui/FormModal.tsx';
import { ago, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { useOutcome } from '../ui/useOutcome.ts';
import { ALL_TARGETS } from '../watchlists/targets.ts';
import { ProductName } from './ProductName.tsx';

const EVERY_MS = 15_000;
/** How long a success is shown, ms. */
const SHOWN_MS = 8000;

/** The products that clients ask to be watched, those of most people first; an operator adds or declines each. */
export default function OpenRequests() {
	const pages = usePages('productRequests', {}, EVERY_MS);
	const [outcome, setOutcome] = useOutcome(SHOWN_MS);
	const [declining, setDeclining] = useState<OpenProductRequest | null>(null);
	const decided = (text: string) => {
		setOutcome({ bad: false, text });
		void refresh('productRequests', 'operatorCounts', 'skus', 'skuStates');
	};
	return (
		<>
			<div className="page-head">
				<h1>Requests</h1>
				<p className="lead">Products that clients ask Dropwire to watch. The bot notifies them of what you decide.</p>
			</div>
			<Banner outcome={outcome} />
			<section className="card" aria-label="Open requests">
				<Loaded call={pages} rows={5}>
					{(requests) => (
						<>
							<ul className="rows">
								{requests.map((request) => (
									<OpenRow key={request.id} request={request} decline={() => setDeclining(request)} decided={decided} />
								))}
							</ul>
							{requests.length === 0 && (
								<p className="empty">No open requests. Clients make them on their page “Ask for a product”.</p>
							)}
							<LoadMore more={pages.more} />
						</>
					)}
				</Loaded>
			</section>
			{declining && <Decline request={declining} close={() => setDeclining(null)} decided={decided} />}
		</>
	);
}

interface RowProps {
	request: OpenProductRequest;
	decline(): void;
	decided(text: string): void;
}

function OpenRow({ request, decline, decided }: RowProps) {
	const { id, sku, link, lists, people, createdAt } = request;
	const targets = ALL_TARGETS.filter((target) => target.lists.every((list) => lists.includes(list)));
	const [chosen, setChosen] = useState(targets[0]?.name ?? '');
	const [busy, setBusy] = useState(false);
	const [error, setError] = useState<string | null>(null);

	async function add() {
		const target = targets.find(({ name }) => name === chosen);
		if (!target || busy) return;
		setBusy(true);
		setError(null);
		try {
			const { data } = await api.productRequestAdd({ id, lists: [...target.lists] });
			decided(`${sku} is on ${target.name} now. The bot notifies ${counted(data.people, 'person', 'people')}.`);
		} catch (failure) {
			setError(`Error: ${reasonOf(failure, 'lists', 'productLink', 'sku')}`);
		}
		setBusy(false);
	}

	return (
		<li className="row product-request">
			<div className="grow lead">
				<ProductName sku={sku} link={link} />
				<p className="dim request-reason">
					{counted(people, 'person', 'people')}, since{' '}
					<time dateTime={new Date(createdAt).toISOString()} title={dateTime(createdAt)}>
						{ago(createdAt)}
					</time>
				</p>
				{error !== null && (
					<p className="bad" role="alert">
						{error}
					</p>
				)}
			</div>
			<div className="row-actions">
				<NativeSelect
					size="xs"
					aria-label={`Watch list for ${sku}`}
					data={targets.map(({ name }) => name)}
					value={chosen}
					onChange={(event) => setChosen(event.currentTarget.value)}
				/>
				<Button size="xs" loading={busy} aria-label={`Add ${sku}`} onClick={() => void add()}>
					Add
				</Button>
				<Button size="xs" variant="default" aria-label={`Decline ${sku}`} onClick={decline}>
					Decline
				</Button>
			</div>
		</li>
	);
}

interface DeclineProps {
	request: OpenProductRequest;
	close(): void;
	decided(text: string): void;
}

function Decline({ request: { id, sku }, close, decided }: DeclineProps) {
	const [reason, setReason] = useState('');
	const decline = async () => {
		const { data } = await api.productRequestDecline({ id, reason: reason.trim() || null });
		decided(`Declined ${sku}. The bot notifies ${counted(data.people, 'person', 'people')}.`);
	};
	return (
		<FormModal
			title={`Decline ${sku}`}
			opened
			close={close}
			submit={{ label: 'Decline', run: decline }}
			fields={['reason']}
		>
			{(errorFor) => (
				<Textarea
					label="Reason"
					description="The people who asked see it. It can be empty."
					maxLength={500}
					autosize
					minRows={2}
					value={reason}
					onChange={(event) => setReason(event.currentTarget.value)}
					error={errorFor('reason')}
					data-autofocus
				/>
			)}
		</FormModal>
	);
}
