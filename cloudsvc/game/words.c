#include "cloudsvc/game/words.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *words_get(enum game_word word, enum words_language language)
{
    static const char *const words[WORD_COUNT][WORDS_LANGUAGE_COUNT] = {
        [WORD_NONE] = {"", ""},
        [WORD_FIND] = {"Find", "找人"},
        [WORD_QUESTS] = {"Quests", "任务"},
        [WORD_CHEST] = {"Chest", "宝箱"},
        [WORD_GO_NEAR] = {"Go as near as possible", "尽量走近"},
        [WORD_ACCEPT] = {"I will do it", "交给我吧"},
        [WORD_NOT_NOW] = {"Not now", "下次吧"},
        [WORD_STRIKE] = {"Strike", "挥击"},
        [WORD_DASH] = {"Dash", "冲刺"},
        [WORD_HEAL] = {"Heal", "治疗"},
        [WORD_SHOT] = {"Shoot", "射击"},
        [WORD_NEXT] = {"Next: {1}", "下一个：{1}"},
        [WORD_METRES] = {"{1} m", "{1} 米"},
        [WORD_SCENE_TO_GO] = {"1 scene", "还有 1 个地方"},
        [WORD_SCENES_TO_GO] = {"{1} scenes", "还有 {1} 个地方"},
        [WORD_LEVEL] = {"Level {1}", "{1} 级"},
        [WORD_POINTS] = {"{1} points", "{1} 分"},
        [WORD_GUEST] = {"Guest {1}", "旅人 {1}"},
        [WORD_NO_WAY_TO] = {"No way to {1}: {2}.", "去不了{1}：{2}。"},
        [WORD_NO_WAY_THERE] = {"No way there: {2}.", "去不了那里：{2}。"},
        [WORD_STEP_TOO_HIGH] = {"the step is too high", "台阶太高"},
        [WORD_CEILING_TOO_LOW] = {"the ceiling is too low", "顶太低"},
        [WORD_GAP_TOO_NARROW] = {"the gap is too narrow", "缝太窄"},
        [WORD_NOTHING_LEADS_THERE] = {"nothing leads to that place", "没有路通向那里"},
        [WORD_CUT_OFF] = {"it is cut off from here", "那里和这里不相通"},
        [WORD_NOBODY_OF_THAT_KIND] = {"there is nobody of that kind", "找不到这样的人"},
        [WORD_GONE] = {"nobody is there any more", "人已经走了"},
        [WORD_NO_GROUND] = {"there is no ground to walk on", "那里没有路面"},
        [WORD_TOO_FAR] = {"it is too far", "太远了"},
        [WORD_NEW_QUEST] = {"New quest: {1}", "新任务：{1}"},
        [WORD_QUEST_DONE] = {"Quest done: {1}", "任务完成：{1}"},
        [WORD_QUESTS_FULL] = {"Finish one of your quests first.", "请先完成手上的任务。"},
        [WORD_PICKED_UP] = {"Picked up: {1}", "捡到：{1}"},
        [WORD_REWARDS] = {"Your rewards: {1}", "你的奖励：{1}"},
        [WORD_AND] = {"{1}, {2}", "{1}、{2}"},
        [WORD_NO_ENERGY] = {"Not enough energy", "能量不足"},
        [WORD_NOT_READY] = {"Not ready yet", "还没准备好"},
        [WORD_NOT_HURT] = {"You are not hurt", "你没有受伤"},
        [WORD_NO_ROOM_TO_DASH] = {"No room to dash", "前面冲不过去"},
        [WORD_ENEMY_OUT_OF_REACH] = {"You cannot get there", "你到不了那里"},
        [WORD_HOW_TO_STRIKE] = {"Tap the sword, or the enemy, to strike.", "点击宝剑或敌人来攻击。"},
        [WORD_LEVEL_UP] = {"You are level {1} now!", "升到 {1} 级了！"},
        [WORD_FAINTED] = {"You fainted. You wake up where you began.", "你昏倒了，在出发的地方醒来。"},
    };
    assert(word < WORD_COUNT);
    assert(language < WORDS_LANGUAGE_COUNT);
    return words[word][language];
}

enum words_language words_language(const char *tag)
{
    bool is_chinese = tag && (tag[0] == 'z' || tag[0] == 'Z') && (tag[1] == 'h' || tag[1] == 'H') &&
                      (tag[2] == '\0' || tag[2] == '-');
    return is_chinese ? WORDS_CHINESE : WORDS_ENGLISH;
}

/// A text that grows in a room of fixed size.
struct writer {
    char *text;
    size_t size, length;
    bool is_full; // what comes later is left out, however short
};

/// Bytes of the UTF-8 character that begins with `byte` [RFC 3629].
static size_t character_size(unsigned char byte)
{
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

static void write_character(struct writer *writer, const char *character, size_t size)
{
    writer->is_full = writer->is_full || writer->length + size >= writer->size;
    if (writer->is_full)
        return;
    memcpy(writer->text + writer->length, character, size);
    writer->length += size;
}

static void write_text(struct writer *writer, const char *text)
{
    while (*text) {
        size_t size = strnlen(text, character_size((unsigned char)*text));
        write_character(writer, text, size);
        text += size;
    }
}

void words_compose(char *text, size_t size, const char *pattern, const char *first, const char *second)
{
    assert(size > 0);
    struct writer writer = {.text = text, .size = size};
    while (*pattern) {
        bool is_place = pattern[0] == '{' && (pattern[1] == '1' || pattern[1] == '2') && pattern[2] == '}';
        const char *filling = is_place && pattern[1] == '1' ? first : second;
        size_t read = is_place ? 3 : strnlen(pattern, character_size((unsigned char)*pattern));
        if (!is_place)
            write_character(&writer, pattern, read);
        else if (filling)
            write_text(&writer, filling);
        pattern += read;
    }
    text[writer.length] = '\0';
}

void words_compose_number(char *text, size_t size, enum game_word word, enum words_language language,
                          unsigned long number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lu", number);
    words_compose(text, size, words_get(word, language), digits, NULL);
}
