import {
	type CoverageRow,
	durationText,
	EVIDENCE_NAMES,
	intervalText,
	KNOWN_FROM_NAMES,
	oldestCheckOf,
	skusOf,
	VERDICT_NAMES,
} from '@dropwire/contract';
import { Link } from 'react-router-dom';
import { grouped } from '../ui/format.ts';
import { actionOf, listPath } from './actions.ts';
import { type CoverageFamily, familyId } from './families.ts';
import { ShopCheck } from './ShopCheck.tsx';
import { VerdictDot } from './VerdictDot.tsx';
import { screenPath } from '../ui/paths.ts';

/** One brand and category: its source, its lists, and a row per region. Idle regions share one line. */
export function FamilySection({ family, showIdle }: { family: CoverageFamily; showIdle: boolean }) {
	const { name, brand, category, rows } = family;
	const shown = showIdle ? rows : rows.filter(({ verdict }) => verdict !== 'idle');
	const idle = rows.filter((row) => !shown.includes(row));
	const id = familyId(family);
	return (
		<section className="card coverage-family" id={id} aria-labelledby={`${id}-name`}>
			<h2 id={`${id}-name`}>
				<Link to={screenPath(brand, category)}>{name}</Link>
			</h2>
			<p className="dim">
				<SourceFacts row={rows[0]} />
			</p>
			<ShopChecks row={rows[0]} />
			{shown.length > 0 && (
				<table>
					<thead>
						<tr>
							<th scope="col">Region</th>
							<th scope="col">State</th>
							<th scope="col">SKUs</th>
							<th scope="col">Round</th>
							<th scope="col">Oldest check</th>
							<th scope="col">Subscriptions</th>
							<th scope="col">
								<span className="visually-hidden">Action</span>
							</th>
						</tr>
					</thead>
					<tbody>
						{shown.map((row) => (
							<RegionRow key={row.region} row={row} />
						))}
					</tbody>
				</table>
			)}
			{idle.length > 0 && (
				<p className="dim">Idle, without a subscription: {idle.map(({ region }) => region).join(', ')}.</p>
			)}
		</section>
	);
}

/** The brands without a subscription and without anything to watch, one line each. */
export function IdleFamilies({ families }: { families: readonly CoverageFamily[] }) {
	return (
		<section className="card" aria-labelledby="coverage-idle">
			<h2 id="coverage-idle">Idle: no subscription</h2>
			<ul className="coverage-idle">
				{families.map((family) => (
					<li key={familyId(family)}>
						<Link to={screenPath(family.brand, family.category)}>{family.name}</Link>
						<div>
							<span className="dim">
								<SourceFacts row={family.rows[0]} />
							</span>
							<ShopChecks row={family.rows[0]} />
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}

/** How precise the source is, what its format is known from, and the lists that it reads. */
function SourceFacts({ row: { sources, lists, monitors } }: { row: CoverageRow }) {
	const reported = monitors.map(({ name, silent }) => `${name}${silent ? ' (silent)' : ''}`).join(', ');
	return (
		<>
			{sources.length === 0 && 'No source of Dropwire reads these products. '}
			{sources.map(({ name, evidence, knownFrom, announcesLaunches, byLink }) => (
				<span key={name}>
					<span className="mono">{name}</span> reads {byLink ? 'pages' : 'SKUs'}, stock {EVIDENCE_NAMES[evidence]}
					{announcesLaunches && ', launches announced'}; format known from {KNOWN_FROM_NAMES[knownFrom]}.{' '}
				</span>
			))}
			{sources.length > 0 && (
				<>
					Lists:{' '}
					{lists.map(({ list }, n) => (
						<span key={list}>
							{n > 0 && ', '}
							<Link to={listPath(list)}>{list}</Link>
						</span>
					))}
					.{' '}
				</>
			)}
			{reported && `Reported by external monitors: ${reported}.`}
		</>
	);
}

function ShopChecks({ row: { sources } }: { row: CoverageRow }) {
	return sources.map(({ name }) => <ShopCheck key={name} source={name} />);
}

function RegionRow({ row }: { row: CoverageRow }) {
	const { region, verdict, checks, interval, subscriptions } = row;
	const now = Date.now();
	const oldest = oldestCheckOf(row);
	const action = actionOf(verdict, [row]);
	const round = Math.max(0, ...checks.map(({ roundMs }) => roundMs));
	const never = checks.reduce((sum, { neverChecked }) => sum + neverChecked, 0);
	const p95 = checks.length === 1 ? checks[0]?.p95CheckAt : null;
	const unlinked = row.lists.reduce((sum, list) => sum + list.unlinked, 0);
	return (
		<>
			<tr>
				<th scope="row">{region}</th>
				<td className="state-name">
					<VerdictDot verdict={verdict} /> {VERDICT_NAMES[verdict]}
				</td>
				<td data-label="SKUs">
					{grouped(skusOf(row))}
					{never > 0 && <span className="dim"> · {grouped(never)} never checked</span>}
					{unlinked > 0 && <span className="dim"> · {grouped(unlinked)} without a link</span>}
				</td>
				<td data-label="Round">{round > 0 ? durationText(round) : '–'}</td>
				<td data-label="Oldest check" className={verdict === 'late' ? 'bad' : undefined}>
					{oldest === null ? '–' : `${durationText(Math.max(0, now - oldest))} ago`}
					{p95 && skusOf(row) > 1 && <span className="dim"> · 95 % within {durationText(Math.max(0, now - p95))}</span>}
				</td>
				<td data-label="Subscriptions">
					{grouped(subscriptions.active)}
					{subscriptions.off > 0 && <span className="dim"> · {grouped(subscriptions.off)} off</span>}
				</td>
				<td className="action">
					{action && (
						<Link to={action.to}>
							{action.label}
							<span className="visually-hidden">
								: {row.brand} {region}
							</span>
						</Link>
					)}
				</td>
			</tr>
			{interval !== null && interval.reason !== 'uniform' && checks.length > 0 && (
				<tr className="note">
					<td colSpan={7} className="dim">
						{intervalText(interval)}
						{interval.changesPerDay > 0 && ` ${interval.changesPerDay} changes a day.`}
					</td>
				</tr>
			)}
			{checks.map(
				(check) =>
					(check.host !== null || check.blocked > 0 || check.suspectReason !== null) && (
						<tr className="note" key={check.host}>
							<td colSpan={7}>
								{check.host !== null && <span className="mono">{check.host} </span>}
								{grouped(check.watched)} checked
								{check.blocked > 0 && (
									<span className="bad">
										, {grouped(check.blocked)} blocked: {check.blockedReason}
									</span>
								)}
								{check.suspectReason !== null && <span className="bad">, suspect: {check.suspectReason}</span>}
							</td>
						</tr>
					),
			)}
		</>
	);
}
