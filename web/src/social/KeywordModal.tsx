import {
	COOLDOWN_MOST,
	type KeywordGroup,
	LIMITS,
	SOCIAL_CATEGORIES,
	SOCIAL_CHANGES,
	type SocialCategory,
	type SocialChange,
} from '@dropwire/contract';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { FormModal } from '../ui/FormModal.tsx';
import { CATEGORY_NAMES, CHANGE_NAMES } from './names.ts';
import { DELETE, REPLACE, useSeen } from './useSeen.ts';

export type Keyword = KeywordGroup['keywords'][number];
/** The keyword of a group to edit; null for a new one. */
export interface KeywordDraft {
	groupId: string;
	category: SocialCategory;
	keyword: Keyword | null;
}

/** Inserts, edits or deletes a keyword. */
export function KeywordModal({ draft, close }: { draft: KeywordDraft | null; close(): void }) {
	return draft && <KeywordForm key={`${draft.groupId}/${draft.keyword?.id}`} draft={draft} close={close} />;
}

function KeywordForm({ draft: { groupId, keyword, ...draft }, close }: { draft: KeywordDraft; close(): void }) {
	const [title, setTitle] = useState(keyword?.title ?? '');
	const [changeType, setChangeType] = useState<SocialChange>(keyword?.changeType ?? 'state');
	const [cooldown, setCooldown] = useState(String(keyword?.cooldown ?? 0));
	const [category, setCategory] = useState(draft.category);
	const values = { changeType, cooldown };
	const save = useSeen(keyword, ({ keywords: groups }) =>
		groups.flatMap(({ keywords }) => keywords).find(({ id }) => id === keyword?.id),
	);
	return (
		<FormModal
			title={keyword ? 'Edit keyword' : 'Insert keyword'}
			opened
			close={close}
			submit={
				keyword
					? {
							label: 'Edit',
							run: () =>
								save(
									(seen) =>
										api.keywordUpdate({ ...values, keywords: title, id: groupId, keywordId: keyword.id, ...seen }),
									REPLACE,
								),
						}
					: { label: 'Insert', run: () => save(() => api.keywordInsert({ ...values, keyword: title, category })) }
			}
			{...(keyword && {
				other: {
					label: 'Delete',
					run: () => save((seen) => api.keywordDelete({ id: groupId, keywordId: keyword.id, ...seen }), DELETE),
				},
			})}
			fields={['keyword', 'keywords', 'changeType', 'cooldown', 'category']}
		>
			{(errorFor) => (
				<>
					<TextInput
						label="Keyword"
						required
						maxLength={LIMITS.label}
						value={title}
						onChange={(event) => setTitle(event.currentTarget.value)}
						error={errorFor('keyword') ?? errorFor('keywords')}
						data-autofocus
					/>
					<NativeSelect
						label="Type"
						value={changeType}
						onChange={(event) => setChangeType(event.currentTarget.value as SocialChange)}
						data={SOCIAL_CHANGES.map((value) => ({ value, label: CHANGE_NAMES[value] }))}
						error={errorFor('changeType')}
					/>
					<TextInput
						label="Cooldown"
						description="Seconds between two posts; empty or 0 for no cooldown"
						type="number"
						min={0}
						max={COOLDOWN_MOST}
						step={1}
						value={cooldown}
						onChange={(event) => setCooldown(event.currentTarget.value)}
						error={errorFor('cooldown')}
					/>
					<NativeSelect
						label="Category"
						// A keyword always stays in its original category: the call that edits it accepts no category.
						disabled={keyword !== null}
						value={category}
						onChange={(event) => setCategory(event.currentTarget.value as SocialCategory)}
						data={SOCIAL_CATEGORIES.map((value) => ({ value, label: CATEGORY_NAMES[value] }))}
						error={errorFor('category')}
					/>
				</>
			)}
		</FormModal>
	);
}
