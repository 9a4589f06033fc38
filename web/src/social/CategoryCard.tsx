import type { KeywordGroup } from '@dropwire/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Capped } from '../ui/Capped.tsx';
import { counted } from '../ui/format.ts';
import { api } from '../api/client.ts';
import { useAttempt } from '../api/useAttempt.ts';
import { refresh } from '../api/useCall.ts';
import { Blacklist } from './Blacklist.tsx';
import type { BlacklistDraft, Word } from './BlacklistModal.tsx';
import type { KeywordDraft } from './KeywordModal.tsx';
import { CATEGORY_NAMES, CHANGE_NAMES, cooldownText } from './names.ts';

interface Props {
	group: KeywordGroup;
	words: readonly Word[];
	editKeyword(draft: KeywordDraft): void;
	editBlacklist(draft: BlacklistDraft): void;
}

/** A category: whether it posts, its blacklist, and the keywords that it posts about. */
export function CategoryCard({ group, words, editKeyword, editBlacklist }: Props) {
	const { _id: groupId, category, keywords } = group;
	const [filter, setFilter] = useState('');
	const name = CATEGORY_NAMES[category];
	const wanted = filter.trim().toLowerCase();
	const found = keywords.filter(({ title }) => title.toLowerCase().includes(wanted));
	return (
		<section className="card" aria-labelledby={`monitor-${category}`}>
			<div className="list-head">
				<h2 id={`monitor-${category}`}>
					{name} Monitor {keywords.length > 0 && <span className="dim">{counted(keywords.length, 'keyword')}</span>}
				</h2>
				<OnOff group={group} name={name} />
			</div>
			<Blacklist category={category} words={words} edit={editBlacklist} />
			<TextInput
				aria-label={`Filter keywords of ${name}`}
				placeholder="Filter keywords"
				size="xs"
				value={filter}
				onChange={(event) => setFilter(event.currentTarget.value)}
			/>
			<Capped rows={found}>
				{(shown) => (
					<div className="keyword-rows">
						{shown.length > 0 && (
							<div className="keyword-head" aria-hidden="true">
								<span>Keyword</span>
								<span>Change Type</span>
								<span>Cooldown</span>
							</div>
						)}
						<ul>
							{shown.map((keyword) => (
								<li key={keyword.id}>
									<button
										type="button"
										className="keyword-row"
										aria-label={`Edit keyword ${keyword.title}`}
										onClick={() => editKeyword({ groupId, category, keyword })}
									>
										<b>{keyword.title}</b>
										<span>{CHANGE_NAMES[keyword.changeType]}</span>
										<span>{cooldownText(keyword.cooldown)}</span>
									</button>
								</li>
							))}
						</ul>
					</div>
				)}
			</Capped>
			{found.length === 0 && (
				<p className="empty">
					{wanted
						? 'No keyword matches the filter.'
						: 'No keywords yet. Products with a keyword in their title are posted.'}
				</p>
			)}
			<button
				type="button"
				className="link"
				aria-label={`Insert a new keyword for ${name}`}
				onClick={() => editKeyword({ groupId, category, keyword: null })}
			>
				Insert a new keyword
			</button>
		</section>
	);
}

/** The category's switch, green or red. It changes after the server has confirmed the change. */
function OnOff({ group, name }: { group: KeywordGroup; name: string }) {
	const { busy, error, attempt } = useAttempt('istweetingon');
	const on = group.istwitterkeywordon;
	const flip = () =>
		attempt(async () => {
			await api.keywordsSwitch({ id: group._id, istweetingon: !on });
			await refresh('social');
		});
	return (
		<>
			<button
				type="button"
				role="switch"
				className="on-off"
				aria-checked={on}
				aria-label={`Posts of ${name} Monitor`}
				aria-disabled={busy}
				onClick={() => void flip()}
			>
				<i className={`dot ${on ? 'good' : 'bad'}`} aria-hidden="true" />
				{on ? 'On' : 'Off'}
			</button>
			{error && (
				<p className="bad on-off-error" role="alert">
					{error}
				</p>
			)}
		</>
	);
}
