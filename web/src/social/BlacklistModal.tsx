import { type CallOutput, type Contract, LIMITS, type SocialCategory } from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { CATEGORY_NAMES } from './names.ts';
import { DELETE, REPLACE, useSeen } from './useSeen.ts';

export type Word = CallOutput<Contract['social']>['blacklist'][number];
/** The word of a category to edit; null for a new one. */
export interface BlacklistDraft {
	category: SocialCategory;
	word: Word | null;
}

interface Props {
	draft: BlacklistDraft | null;
	/** All words of the category, for the select. */
	words: readonly Word[];
	close(): void;
}

/** Inserts, edits or deletes a word that blocks posts of its category. */
export function BlacklistModal({ draft, words, close }: Props) {
	return (
		draft && <BlacklistForm key={`${draft.category}/${draft.word?._id}`} draft={draft} words={words} close={close} />
	);
}

function BlacklistForm({ draft: { category, word: first }, words, close }: Props & { draft: BlacklistDraft }) {
	const [word, setWord] = useState(first);
	const [blacklist, setBlacklist] = useState(first?.blacklistword ?? '');
	const save = useSeen(word, (now) => now.blacklist.find(({ _id }) => _id === word?._id));
	return (
		<FormModal
			title={`${word ? 'Edit' : 'Insert'} blacklist word: ${CATEGORY_NAMES[category]}`}
			opened
			close={close}
			submit={
				word
					? {
							label: 'Edit',
							run: () => save((seen) => api.blacklistEdit({ blacklist, id: word._id, ...seen }), REPLACE),
						}
					: { label: 'Insert', run: () => save(() => api.blacklistInsert({ blacklist, category })) }
			}
			{...(word && {
				other: { label: 'Delete', run: () => save((seen) => api.blacklistDelete({ id: word._id, ...seen }), DELETE) },
			})}
			fields={['blacklist']}
		>
			{(errorFor) => (
				<>
					{word && words.length > 1 && (
						<NativeSelect
							label="Word to edit"
							value={word._id}
							data={words.map(({ _id, blacklistword }) => ({ value: _id, label: blacklistword }))}
							onChange={(event) => {
								const next = words.find(({ _id }) => _id === event.currentTarget.value) ?? word;
								setWord(next);
								setBlacklist(next.blacklistword);
							}}
						/>
					)}
					<TextInput
						label={word ? 'Blacklist Word' : 'Blacklist'}
						required
						maxLength={LIMITS.label}
						value={blacklist}
						onChange={(event) => setBlacklist(event.currentTarget.value)}
						error={errorFor('blacklist')}
						data-autofocus
					/>
				</>
			)}
		</FormModal>
	);
}
