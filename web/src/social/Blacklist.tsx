import type { SocialCategory } from '@dropwire/contract';
import { ActionIcon } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import type { BlacklistDraft, Word } from './BlacklistModal.tsx';
import { grouped } from '../ui/format.ts';
import { CATEGORY_NAMES } from './names.ts';

/** Maximum number of words shown; the dialog lists all of them. */
const SHOWN = 100;

/** The words that block a category's posts. */
export function Blacklist({
	category,
	words,
	edit,
}: {
	category: SocialCategory;
	words: readonly Word[];
	edit(draft: BlacklistDraft): void;
}) {
	const name = CATEGORY_NAMES[category];
	return (
		<div className="blacklist">
			<h3>Blacklist</h3>
			<ul aria-label={`Blacklist of ${name}`}>
				{words.slice(0, SHOWN).map((word) => (
					<li key={word._id}>
						<button
							type="button"
							aria-label={`Edit blacklist word ${word.blacklistword}`}
							onClick={() => edit({ category, word })}
						>
							{word.blacklistword}
						</button>
					</li>
				))}
				{words.length > SHOWN && (
					<li className="dim">{grouped(words.length - SHOWN)} more not shown. Edit the blacklist to see them.</li>
				)}
				{words.length === 0 && <li className="dim">No blacklisted words.</li>}
			</ul>
			<ActionIcon
				variant="default"
				size={32}
				aria-label={`Insert a blacklist word for ${name}`}
				title="Insert a blacklist word"
				onClick={() => edit({ category, word: null })}
			>
				<Plus size={16} aria-hidden="true" />
			</ActionIcon>
			<ActionIcon
				variant="default"
				size={32}
				aria-label={`Edit the blacklist of ${name}`}
				title="Edit the blacklist"
				disabled={words.length === 0}
				onClick={() => edit({ category, word: words[0] ?? null })}
			>
				<Pencil size={16} aria-hidden="true" />
			</ActionIcon>
		</div>
	);
}
