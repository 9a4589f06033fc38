import './consoleMenu.css';
import { TextInput } from '@mantine/core';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { counted, grouped } from '../ui/format.ts';
import { useFolds } from '../ui/useFolds.ts';
import { type Counts, groupsOf, isNamed, type Section, type SectionGroup, useFeatures } from './feature.ts';
import { sectionPath } from '../ui/paths.ts';

/** The console's sections in groups that fold. Their counts are shown once they are known. */
export function ConsoleMenu({ counts }: { counts?: Counts | undefined }) {
	const features = useFeatures();
	const groups = useMemo(() => groupsOf(features), [features]);
	const [filter, setFilter] = useState('');
	const folds = useFolds(
		'console-menu',
		groups.map(({ name }) => name),
	);
	const nav = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	useEffect(() => {
		const links = [...(nav.current?.querySelectorAll('a') ?? [])];
		links.findLast((link) => pathname.startsWith(link.pathname))?.scrollIntoView({ block: 'nearest' });
	}, [pathname]);
	const wanted = filter.trim().toLowerCase();
	const found = groups
		.map(({ name, sections }) => ({
			name,
			sections: sections.filter((section) => isNamed(section, wanted)),
		}))
		.filter(({ sections }) => sections.length > 0);
	return (
		<>
			<TextInput
				aria-label="Filter sections"
				placeholder="Filter sections"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<nav aria-label="Sections" className="console-menu" ref={nav}>
				{found.map((group) => (
					<Group
						key={group.name}
						group={group}
						counts={counts}
						folded={wanted === '' && folds.isFolded(group.name)}
						toggle={wanted === '' ? () => folds.toggle(group.name) : null}
					/>
				))}
				{found.length === 0 && <p className="empty">No section matches the filter.</p>}
			</nav>
		</>
	);
}

interface GroupProps {
	group: SectionGroup;
	counts: Counts | undefined;
	folded: boolean;
	/** Null while a filter keeps all groups open. */
	toggle: (() => void) | null;
}

/** A folded group keeps the entry of the current page, and says how many webhooks fail in it. */
function Group({ group: { name, sections }, counts, folded, toggle }: GroupProps) {
	const { pathname } = useLocation();
	const shown = folded ? sections.filter(({ id }) => pathname === sectionPath(id)) : sections;
	const hidden = sections.filter((section) => !shown.includes(section));
	const failing = counts ? hidden.reduce((sum, section) => sum + (section.webhooks?.(counts).failing ?? 0), 0) : 0;
	const Chevron = folded ? ChevronRight : ChevronDown;
	return (
		<>
			<button type="button" aria-expanded={!folded} aria-disabled={toggle === null} onClick={() => toggle?.()}>
				{name}
				<span className="visually-hidden"> sections</span>
				<Chevron size={14} aria-hidden="true" />
				{failing > 0 && (
					<span className="count">
						<Failing count={failing} />
					</span>
				)}
			</button>
			<ul>
				{shown.map((section) => (
					<li key={section.id}>
						<Entry section={section} counts={counts} />
					</li>
				))}
			</ul>
		</>
	);
}

function Entry({
	section: { id, label, alias, icon: Icon, prepare, webhooks: webhooksOf, requests },
	counts,
}: {
	section: Section;
	counts: Counts | undefined;
}) {
	const { webhooks, failing } = (counts && webhooksOf?.(counts)) ?? { webhooks: 0, failing: 0 };
	// A file that cannot be loaded is reported when the section opens.
	const begin = () => void prepare().catch(() => null);
	return (
		<NavLink to={sectionPath(id)} onPointerEnter={begin} onFocus={begin}>
			<Icon size={16} aria-hidden="true" />
			<span className="section-name">
				{label}
				{alias && <small> {alias}</small>}
			</span>
			{webhooks > 0 && (
				<span className="count">
					{failing > 0 && <Failing count={failing} />}
					{grouped(webhooks)}
				</span>
			)}
			{counts && requests && <Requests count={requests(counts)} />}
		</NavLink>
	);
}

/** The number of open requests for access. */
function Requests({ count }: { count: number }) {
	if (count === 0) return null;
	const words = `open ${count === 1 ? 'request' : 'requests'}`;
	return (
		<span className="count" title={`${count} ${words}`}>
			{count}
			<span className="visually-hidden"> {words}</span>
		</span>
	);
}

function Failing({ count }: { count: number }) {
	return (
		<span className="failing" title={`${counted(count, 'row')} off or failing: a webhook counts in each of its rows`}>
			{grouped(count)}
			<span className="visually-hidden"> off or failing</span>
		</span>
	);
}
