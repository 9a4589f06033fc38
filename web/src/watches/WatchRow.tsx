import { type CallInput, type Contract, regionsOfBrand, type Watch } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { productPath } from '../ui/paths.ts';
import { ago, brandName, dateTime } from '../ui/format.ts';
import { WhyButton } from '../why/WhyButton.tsx';
import { silenceOf, wishesOf } from './sentences.ts';

/** What a button of a row changes. */
export type Change = Pick<CallInput<Contract['watchEdit']>, 'muted' | 'snoozedUntil'>;

interface Props {
	watch: Watch;
	limit: number;
	busy: boolean;
	edit(): void;
	mute(): void;
	snooze(): void;
	erase(): void;
}

/** A product that the user watches: what of it they get, and why they get nothing now. */
export function WatchRow({ watch, limit, busy, edit, mute, snooze, erase }: Props) {
	const { id, brand, sku, title, image, muted, snoozedUntil, polled, last } = watch;
	// Those in which it is checked come first.
	const regions = [...new Set([...polled, ...(watch.regions ?? regionsOfBrand(brand))])];
	const name = title ?? sku;
	const silence = silenceOf(watch, limit);
	// A disabled button would lose the focus.
	const button = (label: string, onClick: () => void) => (
		<Button
			variant="default"
			size="xs"
			aria-disabled={busy || undefined}
			aria-label={`${label}: ${name}`}
			onClick={busy ? undefined : onClick}
		>
			{label}
		</Button>
	);
	return (
		<li className="watch-row">
			{image ? (
				<img className="thumb" src={image} alt="" width={56} height={56} loading="lazy" />
			) : (
				<span className="thumb" />
			)}
			<div className="watch-text">
				<Link to={productPath(brand, sku)}>{name}</Link>
				<p className="dim">
					{brandName(brand)} <span className="mono">{sku}</span>
					{polled.length > 0 && ` · checked in ${polled.join(', ')}`}
					{last && (
						<>
							{' · '}
							<time dateTime={new Date(last.at).toISOString()} title={dateTime(last.at)}>
								last notice {ago(last.at)}
							</time>
						</>
					)}
				</p>
				<p className="dim">{wishesOf(watch)}</p>
				{silence !== null && <p className="watch-silence">{silence}</p>}
			</div>
			<div className="watch-actions">
				{button('Edit', edit)}
				{button(muted ? 'Unmute' : 'Mute', mute)}
				{button(snoozedUntil === null ? 'Snooze 24 h' : 'End snooze', snooze)}
				{button('Delete', erase)}
				<WhyButton name={name} product={{ brand, sku, regions }} owner={{ watchId: id }} />
			</div>
		</li>
	);
}
