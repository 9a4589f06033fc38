import '../ui/lists.css';
import './productRequests.css';
import { counted, type OpenProductRequest } from '@dropwire/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { usePages } from '../api/usePages.ts';
import { Banner } from '../ui/Banner.tsx';
import { DeclineForm } from '../ui/DeclineForm.tsx';
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
			{declining && (
				<DeclineForm
					name={declining.sku}
					description="The people who asked see it. It can be empty."
					close={() => setDeclining(null)}
					decline={async (reason) => {
						const { data } = await api.productRequestDecline({ id: declining.id, reason });
						decided(`Declined ${declining.sku}. The bot notifies ${counted(data.people, 'person', 'people')}.`);
					}}
				/>
			)}
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
	const { busy, error, attempt } = useAttempt('lists', 'productLink', 'sku');

	async function add() {
		const target = targets.find(({ name }) => name === chosen);
		if (!target) return;
		await attempt(async () => {
			const { data } = await api.productRequestAdd({ id, lists: [...target.lists] });
			decided(`${sku} is on ${target.name} now. The bot notifies ${counted(data.people, 'person', 'people')}.`);
		});
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
