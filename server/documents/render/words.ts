/** The few words that a page says by itself, in the languages pages are most often written in. */
export type Words = {
  skip: string
  optional: string
  choose: string
  yes: string
  no: string
  sent: string
  leaveEmpty: string
  transcript: string
  criterion: string
  map: string
  chart: string
  timeline: string
  window: string
}

const english: Words = {
  skip: 'Skip to content',
  optional: 'optional',
  choose: 'Choose…',
  yes: 'Yes',
  no: 'No',
  sent: 'Thank you. We have received your message.',
  leaveEmpty: 'Leave this field empty',
  transcript: 'Transcript',
  criterion: 'Compared by',
  map: 'Map',
  chart: 'Chart',
  timeline: 'Timeline',
  window: 'Overview',
}

const languages: Record<string, Words> = {
  en: english,
  ar: {
    skip: 'انتقل إلى المحتوى',
    optional: 'اختياري',
    choose: 'اختر…',
    yes: 'نعم',
    no: 'لا',
    sent: 'شكرًا لك. لقد استلمنا رسالتك.',
    leaveEmpty: 'اترك هذا الحقل فارغًا',
    transcript: 'النص الكامل',
    criterion: 'وجه المقارنة',
    map: 'خريطة',
    chart: 'رسم بياني',
    timeline: 'جدول زمني',
    window: 'نظرة عامة',
  },
  de: {
    skip: 'Zum Inhalt springen',
    optional: 'optional',
    choose: 'Bitte wählen …',
    yes: 'Ja',
    no: 'Nein',
    sent: 'Vielen Dank. Ihre Nachricht ist angekommen.',
    leaveEmpty: 'Dieses Feld bitte leer lassen',
    transcript: 'Text zum Nachlesen',
    criterion: 'Im Vergleich',
    map: 'Karte',
    chart: 'Diagramm',
    timeline: 'Zeitplan',
    window: 'Überblick',
  },
  es: {
    skip: 'Saltar al contenido',
    optional: 'opcional',
    choose: 'Elija…',
    yes: 'Sí',
    no: 'No',
    sent: 'Gracias. Hemos recibido su mensaje.',
    leaveEmpty: 'Deje este campo vacío',
    transcript: 'Transcripción',
    criterion: 'Criterio',
    map: 'Mapa',
    chart: 'Gráfico',
    timeline: 'Calendario',
    window: 'Resumen',
  },
  fr: {
    skip: 'Aller au contenu',
    optional: 'facultatif',
    choose: 'Choisir…',
    yes: 'Oui',
    no: 'Non',
    sent: 'Merci. Nous avons bien reçu votre message.',
    leaveEmpty: 'Laissez ce champ vide',
    transcript: 'Transcription',
    criterion: 'Critère',
    map: 'Carte',
    chart: 'Graphique',
    timeline: 'Calendrier',
    window: 'Aperçu',
  },
  he: {
    skip: 'דילוג לתוכן',
    optional: 'לא חובה',
    choose: 'בחירה…',
    yes: 'כן',
    no: 'לא',
    sent: 'תודה. ההודעה שלך התקבלה.',
    leaveEmpty: 'יש להשאיר שדה זה ריק',
    transcript: 'תמליל',
    criterion: 'השוואה לפי',
    map: 'מפה',
    chart: 'תרשים',
    timeline: 'ציר זמן',
    window: 'סקירה',
  },
  it: {
    skip: 'Vai al contenuto',
    optional: 'facoltativo',
    choose: 'Scegli…',
    yes: 'Sì',
    no: 'No',
    sent: 'Grazie. Abbiamo ricevuto il suo messaggio.',
    leaveEmpty: 'Lasciare vuoto questo campo',
    transcript: 'Trascrizione',
    criterion: 'Criterio',
    map: 'Mappa',
    chart: 'Grafico',
    timeline: 'Calendario',
    window: 'Panoramica',
  },
  ja: {
    skip: '本文へ移動',
    optional: '任意',
    choose: '選択してください',
    yes: 'はい',
    no: 'いいえ',
    sent: 'ありがとうございます。メッセージを受け取りました。',
    leaveEmpty: 'この欄は空のままにしてください',
    transcript: '文字起こし',
    criterion: '比較項目',
    map: '地図',
    chart: 'グラフ',
    timeline: 'スケジュール',
    window: '概要',
  },
  nl: {
    skip: 'Naar de inhoud',
    optional: 'optioneel',
    choose: 'Kies…',
    yes: 'Ja',
    no: 'Nee',
    sent: 'Dank u. Uw bericht is aangekomen.',
    leaveEmpty: 'Laat dit veld leeg',
    transcript: 'Transcript',
    criterion: 'Vergeleken op',
    map: 'Kaart',
    chart: 'Grafiek',
    timeline: 'Tijdlijn',
    window: 'Overzicht',
  },
  pt: {
    skip: 'Ir para o conteúdo',
    optional: 'opcional',
    choose: 'Escolha…',
    yes: 'Sim',
    no: 'Não',
    sent: 'Obrigado. Recebemos a sua mensagem.',
    leaveEmpty: 'Deixe este campo vazio',
    transcript: 'Transcrição',
    criterion: 'Critério',
    map: 'Mapa',
    chart: 'Gráfico',
    timeline: 'Cronograma',
    window: 'Visão geral',
  },
}

const words = new Map(Object.entries(languages))

export function wordsIn(lang: string): Words {
  return words.get(lang.split('-', 1)[0]?.toLowerCase() ?? '') ?? english
}
