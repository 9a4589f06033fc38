import './webhookPage.css';
import { useEffect } from 'react';
import { Link, useParams, useSearchParams } from 'react-router-dom';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { Title } from '../ui/Title.tsx';
import { Header } from './Header.tsx';
import { History } from './History.tsx';
import { Matrix } from './Matrix.tsx';
import { dropMatrixDraft, dropSavedCells, keepMatrixCells, useMatrixCells } from './matrixDrafts.ts';
import { Messages } from './Messages.tsx';
import { nameOf } from './rows.ts';
import { OptionsList } from './OptionsList.tsx';
import { Others } from './Others.tsx';

const EVERY_MS = 10_000;

/** The tabs by their value in the address; the first one is shown by default. */
const TABS = { subscriptions: 'Subscriptions', options: 'Options', messages: 'Messages', history: 'History' } as const;
type Tab = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as [Tab, ...Tab[]];

/** The page of one webhook: what it is subscribed to, its options, its messages and what was changed. */
export default function WebhookPage() {
	const { webhookId: id = '' } = useParams();
	const [query] = useSearchParams();
	const tab = TAB_IDS.find((one) => one === query.get('tab')) ?? TAB_IDS[0];
	const call = useCall('webhook', { id }, { refreshInterval: EVERY_MS });
	const wanted = useMatrixCells(id);
	const current = call.data?.data;
	useEffect(() => {
		if (current) dropSavedCells(current);
	}, [current]);
	const removed = call.error?.status === 404;
	useEffect(() => {
		if (removed) dropMatrixDraft(id);
	}, [removed, id]);
	return (
		<>
			<p className="crumbs">
				<Link to="/dashboard/settings/allwebhooks">All webhooks</Link>
			</p>
			<Loaded call={call} rows={6}>
				{({ data: webhook }) => (
					<>
						<Title of={nameOf(webhook)} />
						<Header webhook={webhook} />
						<nav className="tabs" aria-label="Webhook">
							{TAB_IDS.map((one) => (
								<Link
									key={one}
									to={one === TAB_IDS[0] ? '?' : `?tab=${one}`}
									replace
									{...(one === tab && { 'aria-current': 'page' })}
								>
									{TABS[one]}
									{one === 'subscriptions' && one !== tab && wanted.size > 0 && (
										<span className="dim"> {wanted.size} not applied</span>
									)}
								</Link>
							))}
						</nav>
						{tab === 'subscriptions' && (
							<>
								<Matrix webhook={webhook} wanted={wanted} setWanted={(cells) => keepMatrixCells(webhook, cells)} />
								<Others webhook={webhook} />
							</>
						)}
						{tab === 'options' && <OptionsList webhook={webhook} />}
						{tab === 'messages' && <Messages id={id} />}
						{tab === 'history' && <History id={id} />}
					</>
				)}
			</Loaded>
		</>
	);
}
