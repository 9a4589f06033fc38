import * as de from './de/index.ts';
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import * as fr from './fr/index.ts';
import * as ja from './ja/index.ts';
import type { Language } from '@dropwire/domain/texts';
import * as pt from './pt/index.ts';
import type { CommandTexts, Texts } from './types.ts';
import * as zh from './zh/index.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = {
	en: en.texts,
	de: de.texts,
	fr: fr.texts,
	es: es.texts,
	pt: pt.texts,
	ja: ja.texts,
	zh: zh.texts,
};

export const COMMANDS_BY_LANGUAGE: Readonly<Record<Language, CommandTexts>> = {
	en: en.commands,
	de: de.commands,
	fr: fr.commands,
	es: es.commands,
	pt: pt.commands,
	ja: ja.commands,
	zh: zh.commands,
};
