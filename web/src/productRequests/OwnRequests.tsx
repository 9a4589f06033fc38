import '../ui/lists.css';
import './productRequests.css';
import type { ProductRequest } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh, useCall } from '../api/useCall.ts';
import { Banner } from '../ui/Banner.tsx';
import { ago, dateTime } from '../ui/format.ts';
import { Loaded } from '../ui/Loading.tsx';
import { useUndo } from '../ui/Undo.tsx';
import { useOutcome } from '../ui/useOutcome.ts';
import { outcomeOf } from './outcomeOf.ts';
import { ProductName } from './ProductName.tsx';

const EVERY_MS = 15_000;
/** How long a success is shown, ms. */
const SHOWN_MS = 8000;
const STATES = { open: 'Waiting for an operator', added: 'Watched', declined: 'Declined' } as const;

/** A client asks for a product to be watched, and sees what became of earlier requests. */
export default function OwnRequests() {
	const call = useCall('ownProductRequests', {}, { refreshInterval: EVERY_MS });
	const { isPendingDelete } = useUndo();
	return (
		<>
			<div className="page-head">
				<h1>Ask for a product</h1>
				<p className="lead">
					Name a SKU or a product&apos;s link that Dropwire does not watch. An operator decides, and the bot notifies
					you.
				</p>
			</div>
			<div className="own-requests">
				<div>
					<section className="card" aria-label="New request">
						<AskForm />
					</section>
					<section className="card" aria-labelledby="own-requests">
						<h2 id="own-requests">Your requests</h2>
						<Loaded call={call} rows={3}>
							{({ data }) => {
								const requests = data.filter(({ id }) => !isPendingDelete(keyOf(id)));
								if (requests.length === 0)
									return <p className="empty">No requests yet. Each is listed here with its answer.</p>;
								return (
									<ul className="rows">
										{requests.map((request) => (
											<OwnRow key={request.id} request={request} />
										))}
									</ul>
								);
							}}
						</Loaded>
					</section>
				</div>
				<section className="card" aria-labelledby="after-asking">
					<h2 id="after-asking">What happens then</h2>
					<ol>
						<li>
							<b>An operator decides.</b>
							<span className="dim">What most people ask for comes first.</span>
						</li>
						<li>
							<b>The bot sends you the answer.</b>
							<span className="dim">In a direct message on Discord, with the reason if it is declined.</span>
						</li>
						<li>
							<b>Dropwire checks the product.</b>
							<span className="dim">Its changes go to every channel that gets the topics of its brand or shop.</span>
						</li>
					</ol>
				</section>
			</div>
		</>
	);
}

function AskForm() {
	const [product, setProduct] = useState('');
	const { busy, error, attempt } = useAttempt('product');
	const [outcome, setOutcome] = useOutcome(SHOWN_MS);

	function submit(event: FormEvent) {
		event.preventDefault();
		setOutcome(null);
		void attempt(async () => {
			setOutcome({ bad: false, text: outcomeOf((await api.productRequestCreate({ product })).data) });
			setProduct((now) => (now === product ? '' : now));
			await refresh('ownProductRequests');
		});
	}

	return (
		<form className="sku-form" onSubmit={submit}>
			<TextInput
				label="SKU or product link"
				description="Of a brand that Dropwire watches, or a product's page at any other shop."
				inputWrapperOrder={['label', 'input', 'description', 'error']}
				placeholder="CK9246-101 or https://…"
				required
				spellCheck={false}
				value={product}
				onChange={(event) => setProduct(event.currentTarget.value)}
				error={error}
			/>
			<Button type="submit" loading={busy}>
				Ask for it
			</Button>
			<div className="outcome">
				<Banner outcome={outcome} />
			</div>
		</form>
	);
}

function OwnRow({ request }: { request: ProductRequest }) {
	const { id, sku, status, reason, createdAt } = request;
	const { remove } = useUndo();
	const withdraw = () =>
		remove(keyOf(id), { done: `Withdrew the request for ${sku}`, infinitive: `withdraw the request for ${sku}` }, () =>
			api.productRequestWithdraw({ id }).finally(() => void refresh('ownProductRequests')),
		);
	return (
		<li className="row">
			<div className="grow lead">
				<ProductName sku={sku} />
				{reason !== null && <p className="request-reason dim">{reason}</p>}
			</div>
			<span className={status === 'added' ? 'good' : status === 'declined' ? 'bad' : 'dim'}>{STATES[status]}</span>
			<time className="dim" dateTime={new Date(createdAt).toISOString()} title={dateTime(createdAt)}>
				{ago(createdAt)}
			</time>
			{status === 'open' && (
				<Button size="compact-sm" variant="default" aria-label={`Withdraw the request for ${sku}`} onClick={withdraw}>
					Withdraw
				</Button>
			)}
		</li>
	);
}

function keyOf(id: string): string {
	return `product request ${id}`;
}
