import { type CallOutput, type Contract, LIMITS, type SocialCategory } from '@dropwire/bff/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../data/client.ts';
import { FormModal } from '../data/FormModal.tsx';
import { refresh } from '../data/useCall.ts';
import { CATEGORY_NAMES } from './names.ts';

export type Word = CallOutput<Contract['social']>['blacklist'][number];
/** A word of a category to edit, or a new one where there is none. */
export interface BlacklistDraft {
	category: SocialCategory;
	word: Word | null;
}

interface Props {
	draft: BlacklistDraft | null;
	/** The words of the category, to choose from. */
	words: readonly Word[];
	close(): void;
}

/** Inserts, edits or deletes a word that forbids posts of its category. */
export function BlacklistModal({ draft, words, close }: Props) {
	return draft && <Open key={`${draft.category}/${draft.word?._id}`} draft={draft} words={words} close={close} />;
}

function Open({ draft: { category, word: first }, words, close }: Props & { draft: BlacklistDraft }) {
	const [word, setWord] = useState(first);
	const [blacklist, setBlacklist] = useState(first?.blacklistword ?? '');
	const done = async (work: Promise<unknown>) => {
		await work;
		await refresh('social');
	};
	return (
		<FormModal
			title={`${word ? 'Edit' : 'Insert'} blacklist word: ${CATEGORY_NAMES[category]}`}
			opened
			close={close}
			submit={
				word
					? { label: 'Edit', run: () => done(api.blacklistEdit({ blacklist, id: word._id })) }
					: { label: 'Insert', run: () => done(api.blacklistInsert({ blacklist, category })) }
			}
			{...(word && { other: { label: 'Delete', run: () => done(api.blacklistDelete({ id: word._id })) } })}
			fields={['blacklist']}
		>
			{(own) => (
				<>
					{word && words.length > 1 && (
						<NativeSelect
							label="Which"
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
						error={own('blacklist')}
						data-autofocus
					/>
				</>
			)}
		</FormModal>
	);
}
