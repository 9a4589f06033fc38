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
			<section className="card" aria-label="New request">
				<AskForm />
			</section>
			<Loaded call={call} rows={3}>
				{({ data }) => {
					const requests = data.filter(({ id }) => !isPendingDelete(keyOf(id)));
					return (
						requests.length > 0 && (
							<section className="card" aria-labelledby="own-requests">
								<h2 id="own-requests">Your requests</h2>
								<ul className="rows">
									{requests.map((request) => (
										<OwnRow key={request.id} request={request} />
									))}
								</ul>
							</section>
						)
					);
				}}
			</Loaded>
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
		<form className="ask-form" onSubmit={submit}>
			<TextInput
				label="SKU or product link"
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
			<Banner outcome={outcome} />
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
			<div className="grow">
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
