export const watches = {
	'watch.snoozedTitle': 'Em pausa',
	'watch.snoozed': 'Nenhum aviso sobre este produto até {until}.',
	'watch.snoozedAll': 'Nenhum aviso sobre estes produtos até {until}.',
	'watch.gone': 'Este acompanhamento não existe mais ou não é seu.',
	'watch.madeTitle': 'Acompanhando',
	'watch.made': 'Você recebe um aviso quando {product} mudar.',
	'watch.direct': 'Os avisos chegam como mensagens diretas deste bot.',
	'watch.thread': 'Os avisos chegam no seu tópico privado {thread}.',
	'watch.newThread': 'Os avisos chegam em um tópico privado do servidor que você escolheu.',
	'watch.problem': 'O último aviso não chegou lá: {reason}',
	'watch.notPolled':
		'Nada verifica este produto agora: você recebe um aviso quando um monitor externo relatar uma mudança ou quando um operador colocar o produto em uma lista.',
	'watch.region': 'Região: {region}',
	'watch.unknown':
		'Nenhum produto corresponde a "{text}". Escolha uma sugestão ou digite a marca e o SKU, como `NIKE CK9246-101`.',
	'watch.several': 'Vários produtos correspondem a "{text}". Escolha uma das sugestões:\n{products}',
	'watch.price': 'O preço "{text}" não é um valor em {currency}. Informe um com menos casas decimais.',
	'watch.exists': 'Você já acompanha {product}. `{/watches}` o mostra.',
	'watch.limit': {
		one: 'Você pode acompanhar {count} produto. Remova-o primeiro com `{/watches}`.',
		other: 'Você pode acompanhar {count} produtos. Remova um primeiro com `{/watches}`.',
	},
	'watch.noneAllowed': 'Aqui só clientes podem acompanhar produtos: membros podem acompanhar 0.',
	'watch.noDirect':
		'O Discord não deixa o bot escrever para você. Permita mensagens diretas de um servidor em comum ou adicione o app à sua conta, e pressione Tentar de novo.',
	'watch.noThread':
		'Seu tópico privado não aceita mensagens: os avisos são mensagens diretas até ele voltar a funcionar.',
	'watch.message': 'Acompanhar este produto',
	'watch.noProduct':
		'Esta mensagem não é sobre um único produto do Dropwire. Use `{/watch}` com o SKU ou palavras do título.',
	'watches.title': 'Seus acompanhamentos',
	'watches.none': 'Você não acompanha nenhum produto. `{/watch}` adiciona um.',
	'watches.used': '{used} de {limit} acompanhamentos',
	'watches.muted': 'silenciado',
	'watches.snoozed': 'em pausa até {until}',
	'watches.over': 'acima do seu limite: sem avisos',
	'watches.last': 'último aviso: {when}',
	'watches.removed': '{product} foi removido.',
	'watches.again': 'O próximo aviso será enviado para lá de novo.',
	'button.unsnooze': 'Encerrar a pausa',
	'button.remove': 'Remover',
	'button.tryAgain': 'Tentar de novo',
} as const;
